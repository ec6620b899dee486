import LodeModels
import LodeTestSupport

// Changes of a program that are more than those of one type's fields.
extension ProgramHistory {
  /// Makes one of them in the last program.
  mutating func change(_ random: inout SeededGenerator) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: changeKey(&random)
    case 1: changeCode()
    case 2: renameCollection()
    case 3: doNothing()
    case 4: deleteType(&random)
    case 5: renameKeyField(byStep: Bool.random(using: &random))
    default: takeUp()
    }
  }

  /// Changes the model as it is in the last program; its version goes up when nothing else changed
  /// in it.
  private mutating func changeModel(_ body: (inout HistoryVersion, inout TypeHistory) -> Void) {
    guard var history = types[.outer] else { return }
    var version = history.versions[last]
    version.number = history.versions[last - 1].number + 1
    body(&version, &history)
    history.versions[last] = version
    types[.outer] = history
  }

  private mutating func changeKey(_ random: inout SeededGenerator) {
    let (id, code) = (Program.id, Program.code)
    let keys = [[id], [code], [id, code], [code, id]].filter { $0 != programs[last].key }
    guard let key = keys.randomElement(using: &random) else { return }
    programs[last].key = key
    changeModel { version, _ in version.then({ _ in }) { _ in } }
  }

  /// Changes a value that is part of some keys.
  private mutating func changeCode() {
    let name = names([Program.code], last)[0]
    changeModel { version, _ in
      version.then({ $0[name] = .string("x" + ($0[name]?.string ?? "")) }) { record in
        try record.transform(name) { (code: String) in "x" + code }
      }
    }
  }

  private mutating func renameKeyField(byStep isStep: Bool) {
    changeModel { version, history in
      guard let index = version.fields.firstIndex(where: { $0.id == Program.code }) else { return }
      let (field, new) = (version.fields[index], history.newField().name)
      version.fields[index].name = new
      version.fields[index].formerNames = isStep && field.formerNames.isEmpty ? [] : field.names
      let step: HistoryVersion.Body = { record in
        for name in field.names { record.rename(name, to: new) }
      }
      version.then({ $0[new] = $0.removeValue(forKey: field.name) }, isStep ? step : nil)
    }
  }

  private mutating func renameCollection() {
    let (old, new) = (programs[last - 1].collection, "outer\(last)")
    if programs[last].collection == new { return }
    programs[last].collection = new
    let step = Step("collection \(last)") { transaction in
      if try transaction.collections().contains(old) { try transaction.rename(old, to: new) }
    }
    programs[last].storeSteps.append(step)
  }

  /// A step of the store makes stages of the steps of rows.
  private mutating func doNothing() {
    let step = Step("nothing \(last), \(programs[last].storeSteps.count)") { _ in }
    programs[last].storeSteps.append(step)
  }

  /// Copies a field of a nested object up; the nested type may have other versions before it.
  private mutating func takeUp() {
    changeModel { version, history in
      let (id, name) = history.newField()
      version.fields.append(HistoryField(id: id, name: name, type: .optionalInt))
      version.then({ $0[name] = $0["one"]?["kept"] }) { record in
        record[name] = record.object("one")?["kept"]
      }
    }
  }

  /// Takes a type out of the program; what its objects had is taken up by their owner, or given up.
  private mutating func deleteType(_ random: inout SeededGenerator) {
    guard let gone = type(.gone, last - 1), type(.gone, last) != nil else { return }
    types[.gone]?.versions.removeLast()
    let taken = Bool.random(using: &random) ? gone.fields.filter { $0.isOriginal } : []
    changeModel { version, history in
      version.fields.removeAll { $0.type.role == .gone }
      for field in taken {
        let (id, name) = history.newField()
        version.fields.append(
          HistoryField(
            id: id, name: name, type: field.type, defaultValue: field.defaultValue))
        version.then({ $0[name] = $0["bar"]?[field.name] }) { record in
          record[name] = record.object("bar")?[field.name]
        }
      }
      let (id, name) = history.newField()
      version.fields.append(HistoryField(id: id, name: name, type: .int))
      version.then({ plain in
        let bars = plain["bars"]?.array ?? []
        plain[name] = .int(Int64(bars.compactMap { $0["kept"]?.int }.reduce(0, +)))
        (plain["bar"], plain["bars"]) = (nil, nil)
      }) { record in
        record[name] = .int(
          Int64(record.objects("bars").compactMap { $0["kept"]?.int }.reduce(0, +)))
        record.remove("bar")
        record.remove("bars")
      }
    }
  }
}
