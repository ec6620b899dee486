import Lode
import LodeTestSupport

/// A field of a type in one version of a program.
struct HistoryField: Sendable {
  var name: String
  var type: ArchiveType
  var formerNames: [String] = []
  /// What rows have that have no such field; `nil` stands for null.
  var defaultValue: ArchiveValue = .null

  var field: ArchiveSchema.Field { .init(name, type: type, was: formerNames) }
}

/// What the plain reference does to the fields of an object, by their names.
typealias Plain = [String: ArchiveValue]

/// A type in one version of a program, and how objects of the version before become its own.
struct HistoryVersion: Sendable {
  var number: Int
  var fields: [HistoryField]
  /// What the step does; `nil` when none is needed.
  var step: (@Sendable (inout MigrationRecord) throws -> Void)?
  /// The same for the reference.
  var change: @Sendable (inout Plain) -> Void = { _ in }
}

/// A type's history: one version for each version of the program.
struct TypeHistory: Sendable {
  let name: String
  private(set) var versions: [HistoryVersion]
  private var nextName = 0

  init(_ name: String, _ fields: [HistoryField]) {
    self.name = name
    versions = [HistoryVersion(number: 1, fields: fields)]
  }

  /// The step of the plan from the version of a program before.
  func step(_ type: any ArchivableObject.Type, to program: Int) -> Step? {
    let version = versions[program]
    guard let body = version.step else { return nil }
    return Step(type, from: versions[program - 1].number, to: version.number, body)
  }

  /// Adds a version with a few random changes, or none.
  mutating func evolve(_ random: inout SeededGenerator) {
    var next = versions[versions.count - 1]
    (next.step, next.change) = (nil, { _ in })
    let count = Int.random(in: 0...2, using: &random)
    for _ in 0..<count { change(&next, &random) }
    if count > 0 { next.number += 1 }
    versions.append(next)
  }

  private mutating func change(_ version: inout HistoryVersion, _ random: inout SeededGenerator) {
    nextName += 1
    let new = "\(name.lowercased())\(nextName)"
    let changeable = version.fields.indices.filter { version.fields[$0].name.count > 2 }
    guard let index = changeable.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    else { return add(new, to: &version, &random) }
    let field = version.fields[index]
    let names = [field.name] + field.formerNames
    switch Int.random(in: 0..<5, using: &random) {
    case 0:  // renamed, and the type says so
      version.fields[index].name = new
      version.fields[index].formerNames = names
      version.then { $0[new] = $0.removeValue(forKey: field.name) }
    case 1:  // renamed by a step
      version.fields[index].name = new
      // Earlier steps speak of a field that has declared names by each of them, so it keeps them.
      version.fields[index].formerNames = field.formerNames.isEmpty ? [] : names
      version.then({ $0[new] = $0.removeValue(forKey: field.name) }) { record in
        for name in names { record.rename(name, to: new) }
      }
    case 2 where field.type == .int64:  // made a text
      version.fields[index].type = .string
      version.fields[index].defaultValue = .string("\(field.defaultValue.int ?? 0)")
      version.then({ $0[field.name] = $0[field.name]?.int.map { .string("\($0)") } }) { record in
        try record.transform(field.name) { (value: Int) in "\(value)" }
      }
    case 2 where field.type == .int32:  // made wider
      version.fields[index].type = .int64
    case 3:  // given up
      version.fields.remove(at: index)
      version.then({ $0[field.name] = nil }) { record in
        for name in names { record.remove(name) }
      }
    default:  // set anew
      let value: ArchiveValue = field.type == .string ? .string(new) : .int(Int64(nextName))
      version.then({ $0[field.name] = value }) { record in record[field.name] = value }
    }
  }

  private func add(
    _ name: String, to version: inout HistoryVersion, _ random: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: version.fields.append(HistoryField(name: name, type: .optional(.int64)))
    case 1: version.fields.append(HistoryField(name: name, type: .int64, defaultValue: 5))
    default: version.fields.append(HistoryField(name: name, type: .int32, defaultValue: 6))
    }
  }
}

extension HistoryVersion {
  /// Adds a change that the reference makes, and a step unless none is needed.
  fileprivate mutating func then(
    _ change: @escaping @Sendable (inout Plain) -> Void,
    _ step: (@Sendable (inout MigrationRecord) throws -> Void)? = nil
  ) {
    let before = self.change
    self.change = { plain in
      before(&plain)
      change(&plain)
    }
    guard let step else { return }
    let first = self.step
    self.step = { record in
      try first?(&record)
      try step(&record)
    }
  }
}
