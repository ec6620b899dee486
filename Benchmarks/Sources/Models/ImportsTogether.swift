#if GRDB
  import Foundation
  import GRDB
  import Lode
  import Observation

  /// Names of Lode beside the names of Foundation, GRDB, and Observation.
  ///
  /// The file compiles only if no name in it is ambiguous. Where a program declares
  /// a name of its own, it writes `Lode.Query`.
  enum ImportsTogether {
    @Observable
    final class List {
      var rows: [Document] = []
    }

    static func show(_ list: List, _ store: Store, _ other: DatabaseQueue) throws {
      let selection = Selection()
      list.rows = try store.documents("list").fetch(selection)
      let archive = try Archiver.archive(["now": Date().timeIntervalSince1970])
      let blob = Blob(Data(archive))
      _ = try Unarchiver.unarchive([String: Double].self, from: archive)
      let count = try other.read { try Int.fetchOne($0, sql: "SELECT 1") }
      let condition: Condition = .constant(true)
      do {
        try store.write { (transaction: inout WriteTransaction) in
          try transaction["list"].put(blob.count + (count ?? 0), forKey: 1)
        }
        _ = try store.read { (transaction: ReadTransaction) in try transaction["list"].count }
      } catch let error as StoreError {
        print(error, condition, Lode.IndexDefinition("age"), Lode.KeyRange.all)
      } catch let error as DatabaseError {
        print(error)
      }
    }
  }
#endif
