import LodeModels
import LodeTestSupport

// The kinds of changes that a type goes through from one program to the next, each for the engine
// and for the reference.
//
// A change says the same of a row that lacks a field as of one that has the field's default, since
// the engine gives a row its defaults only when it writes it.
extension TypeHistory {
  mutating func change(_ version: inout HistoryVersion, _ random: inout SeededGenerator) {
    let changeable = version.fields.indices.filter { !version.fields[$0].isFixed }
    guard let index = changeable.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    else { return add(to: &version, &random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: renameByDeclaration(index, &version)
    case 1: renameByStep(index, &version)
    case 2, 3, 4: retype(index, &version, &random)
    case 5: drop(index, &version)
    case 6: leave(index, &version)
    case 7: set(index, &version)
    case 8: copy(index, &version)
    case 9: version.fields.shuffle(using: &random)
    case 10: renameType(&version)
    default: extend(&version)
    }
  }

  private mutating func add(to version: inout HistoryVersion, _ random: inout SeededGenerator) {
    let (id, name) = newField()
    let field =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: HistoryField(id: id, name: name, type: .optionalInt)
      case 1: HistoryField(id: id, name: name, type: .optionalText)
      case 2: HistoryField(id: id, name: name, type: .int, defaultValue: 5)
      case 3: HistoryField(id: id, name: name, type: .int32, defaultValue: 6)
      case 4: HistoryField(id: id, name: name, type: .double, defaultValue: 0.5)
      default: HistoryField(id: id, name: name, type: .text, defaultValue: "w1 w2")
      }
    version.fields.append(field)
  }

  /// Renames a field so that the type declares the former name; steps by name cannot know that of a
  /// removed type.
  private mutating func renameByDeclaration(_ index: Int, _ version: inout HistoryVersion) {
    if role == .gone { return renameByStep(index, &version) }
    let field = version.fields[index]
    let new = newField().name
    version.fields[index].name = new
    version.fields[index].formerNames = field.names
    version.then { $0[new] = $0.removeValue(forKey: field.name) }
  }

  private mutating func renameByStep(_ index: Int, _ version: inout HistoryVersion) {
    let field = version.fields[index]
    let new = newField().name
    version.fields[index].name = new
    // Earlier steps speak of a field that has declared names by each of them, so it keeps them.
    version.fields[index].formerNames = field.formerNames.isEmpty ? [] : field.names
    version.then({ $0[new] = $0.removeValue(forKey: field.name) }) { record in
      for name in field.names { record.rename(name, to: new) }
    }
  }

  private mutating func drop(_ index: Int, _ version: inout HistoryVersion) {
    let field = version.fields.remove(at: index)
    version.then({ $0[field.name] = nil }) { record in
      for name in field.names { record.remove(name) }
    }
  }

  /// Takes a field away from a type that keeps what it does not know; else as dropping it.
  private mutating func leave(_ index: Int, _ version: inout HistoryVersion) {
    let field = version.fields[index]
    // Whether a row has a field that was added depends on who wrote it last, and so does under
    // which name.
    guard version.isExtensible, field.isOriginal, field.formerNames.isEmpty else {
      return drop(index, &version)
    }
    version.fields.remove(at: index)
    version.then { plain in
      let value = plain.removeValue(forKey: field.name)
      if value != .null { plain["+.\(field.name)"] = value }
    }
  }

  private mutating func set(_ index: Int, _ version: inout HistoryVersion) {
    let field = version.fields[index]
    let value: ArchiveValue =
      switch field.type {
      case .text, .optionalText: .string("w\(field.id)")
      case .double: .double(Double(field.id) / 2)
      default: .int(Int64(field.id))
      }
    version.then({ $0[field.name] = value }) { record in record[field.name] = value }
  }

  private mutating func copy(_ index: Int, _ version: inout HistoryVersion) {
    let field = version.fields[index]
    // A later program may not know the names of a field that it does not have any more.
    guard field.formerNames.isEmpty else { return set(index, &version) }
    let (id, name) = newField()
    version.fields.append(
      HistoryField(id: id, name: name, type: field.type, defaultValue: field.defaultValue))
    version.then({ $0[name] = $0[field.name] }) { record in record[name] = record[field.name] }
  }

  private mutating func renameType(_ version: inout HistoryVersion) {
    // The steps of a type that is gone go by one name; superclasses are named by their subclasses.
    guard role == .outer || role == .inner else { return }
    version.formerNames.insert(version.name, at: 0)
    version.name = newField().name
  }

  /// Sets a field of an extension in each object that can have one.
  private mutating func extend(_ version: inout HistoryVersion) {
    guard version.isExtensible else { return }
    let (id, name) = newField()
    version.then({ $0["+Paint.\(name)"] = .int(Int64(id)) }) { record in
      record[name, extension: "Paint"] = .int(Int64(id))
    }
  }
}
