import LodeModels
import Synchronization

/// The types of a random history as the program has them that runs.
///
/// There is one for the whole process, since work in the background needs it too: no two histories
/// run at once.
final class HistoryShape: Sendable {
  let collection: String
  let key: [String]
  let indexes: [IndexDefinition]
  private let versions: [HistoryRole: HistoryVersion]
  private let schemas: [HistoryRole: ArchiveSchema]

  private static let shared = Mutex(HistoryShape())
  static var current: HistoryShape { shared.withLock { $0 } }

  private init() { (collection, key, indexes, versions, schemas) = ("outer", [], [], [:], [:]) }

  /// The types of a version of a program.
  init(_ history: ProgramHistory, _ number: Int) {
    let program = history.programs[number]
    collection = program.collection
    key = history.names(program.key, number)
    indexes = program.indexes.compactMap { $0.definition(history.fields(number)) }
    versions = history.types.compactMapValues { $0.version(number) }
    schemas = Dictionary(
      uniqueKeysWithValues: versions.map { role, version in (role, version.schema(role)) })
  }

  /// Makes it what the types are from now on.
  func install() { Self.shared.withLock { $0 = self } }

  func has(_ role: HistoryRole) -> Bool { versions[role] != nil }
  func fields(_ role: HistoryRole) -> [HistoryField] { versions[role]?.fields ?? [] }
  func isExtensible(_ role: HistoryRole) -> Bool { versions[role]?.isExtensible ?? false }
  func schema(_ role: HistoryRole) -> ArchiveSchema { schemas[role] ?? Self.none }

  private static let none = ArchiveSchema("None", fields: [])
}
