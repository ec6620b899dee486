import LodeModels
import LodeTestSupport

/// A type's history: one version for each version of the program, until it is removed.
struct TypeHistory: Sendable {
  let role: HistoryRole
  var versions: [HistoryVersion]
  private var lastID = 0

  init(_ role: HistoryRole, isExtensible: Bool = false, _ fields: [HistoryField]) {
    self.role = role
    var fields = fields
    for index in fields.indices {
      fields[index].isOriginal = true
    }
    lastID = fields.map(\.id).max() ?? 0
    versions = [
      HistoryVersion(
        name: role.rawValue, number: 1, fields: fields, isExtensible: isExtensible)
    ]
  }

  /// A name that no field had, and the number of a new field.
  mutating func newField() -> (id: Int, name: String) {
    lastID += 1
    return (lastID, "\(role.rawValue.lowercased())\(lastID)")
  }

  /// The version that a program has; `nil` when it does not have the type any more.
  func version(_ program: Int) -> HistoryVersion? {
    versions.indices.contains(program) ? versions[program] : nil
  }

  /// The step of the plan from the program before, which a program names by the type, or by name
  /// after its removal.
  func step(to program: Int, _ type: (any ArchivableObject.Type)?) -> Step? {
    guard let version = version(program), let body = version.step else { return nil }
    let from = versions[program - 1].number
    if let type { return Step(type, from: from, to: version.number, body) }
    return Step(version.name, from: from, to: version.number, body)
  }

  /// Adds the version of another program, with a few random changes or none.
  mutating func evolve(_ random: inout SeededGenerator) {
    var next = versions[versions.count - 1].next()
    let count = Int.random(in: 0...2, using: &random)
    for _ in 0..<count { change(&next, &random) }
    if count > 0 { next.number += 1 }
    versions.append(next)
  }
}
