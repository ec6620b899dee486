import LodeModels
import LodeTestSupport

/// An index of the model, by the numbers of fields.
struct HistoryIndex: Hashable, Sendable {
  var name: String
  var kind: IndexDefinition.Kind
  var fields: [Int]

  /// A few indexes over fields of a version.
  static func random(
    _ fields: [HistoryField], _ random: inout SeededGenerator
  ) -> [HistoryIndex] {
    (0..<Int.random(in: 0...3, using: &random)).compactMap { one("i\($0)", fields, &random) }
  }

  /// The indexes of the next program: some are removed, some changed, some new.
  static func changed(
    _ old: [HistoryIndex], _ fields: [HistoryField], _ random: inout SeededGenerator
  ) -> [HistoryIndex] {
    let names = Set(old.map(\.name)).union(["i\(Int.random(in: 0..<4, using: &random))"])
    return names.sorted().compactMap { name in
      let kept = old.first { index in
        index.name == name && index.fields.allSatisfy { id in fields.contains { $0.id == id } }
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return nil
      case 1: return one(name, fields, &random)
      default: return kept ?? one(name, fields, &random)
      }
    }
  }

  private static func one(
    _ name: String, _ fields: [HistoryField], _ random: inout SeededGenerator
  ) -> HistoryIndex? {
    let plain = fields.filter { $0.type.role == nil }
    let texts = plain.filter { $0.type == .text || $0.type == .optionalText }
    guard let field = plain.randomElement(using: &random) else { return nil }
    let id = ProgramHistory.Program.id
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return HistoryIndex(name: name, kind: .ordered, fields: [field.id])
    case 1:
      let unique = field.id == id ? [id] : [field.id, id]
      return HistoryIndex(name: name, kind: .unique, fields: unique)
    case 2: return HistoryIndex(name: name, kind: .counting, fields: [field.id])
    default:
      let chosen = texts.shuffled(using: &random).prefix(2).map(\.id)
      return chosen.isEmpty ? nil : HistoryIndex(name: name, kind: .search, fields: chosen)
    }
  }

  /// The definition for the current names of fields; an index of a removed field has no definition.
  func definition(_ fields: [HistoryField]) -> IndexDefinition? {
    let names = self.fields.compactMap { id in fields.first { $0.id == id }?.name }
    guard names.count == self.fields.count else { return nil }
    let parts = names.map { IndexPart(ArchivePath([$0])) }
    switch kind {
    case .search:
      return IndexDefinition(search: names.map { SearchField(ArchivePath([$0])) }, name: name)
    case .unique: return IndexDefinition(parts: parts, name: name).unique()
    case .counting: return IndexDefinition(parts: parts, name: name).counting()
    default: return IndexDefinition(parts: parts, name: name)
    }
  }
}
