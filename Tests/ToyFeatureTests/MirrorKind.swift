import LodeCoding
import LodeLMDB
import Synchronization

@testable import LodeStore

/// A kind of index that a feature outside of the store adds: its table mirrors a field of each row.
///
/// An index with a name that begins with `mirror:` is of this kind. The table has the row's key and
/// the encoded value of the first component.
final class MirrorKind: IndexKind {
  let hasRowEntries = false
  /// The number of mirrored changes of each commit.
  let commits = Mutex<[Int]>([])

  func owns(_ definition: IndexDefinition) -> Bool { definition.name.hasPrefix("mirror:") }

  func problem(of definition: IndexDefinition) -> String? {
    definition.parts.count == 1 ? nil : "a mirror has one component"
  }

  func maintainer(
    of index: IndexRuntime, in collection: CollectionRuntime, _ session: WriteSession,
    _ reader: FieldReader, isBuilding: Bool
  ) -> any IndexMaintainer {
    MirrorMaintainer(index, session, reader)
  }

  func verifier(
    of index: IndexRuntime, in collection: CollectionRuntime, _ handle: TransactionHandle,
    _ reader: FieldReader
  ) -> (any IndexVerifier)? {
    MirrorVerifier(index, handle, reader)
  }
}

extension IndexedRow {
  /// Returns the encoded value that a mirror has of the row.
  fileprivate func mirrored(by index: IndexRuntime, _ reader: FieldReader) throws -> [UInt8] {
    var buffer = KeyBuffer()
    if let field = reader.field(index.definition.parts[0].path) {
      _ = try append(field, to: &buffer)
    }
    return buffer.bytes.copied()
  }
}

/// The maintainer, which passes the changes of rows to the participant of the write.
private final class MirrorMaintainer: IndexMaintainer {
  let info: IndexRuntime
  let isLossy = false
  let foundDuplicates = false
  private let session: WriteSession
  private let reader: FieldReader
  private var key: [UInt8] = []
  private var old: [UInt8]?
  private var new: [UInt8]?

  init(_ index: IndexRuntime, _ session: WriteSession, _ reader: FieldReader) {
    (info, self.session, self.reader) = (index, session, reader)
  }

  func note(_ row: inout IndexedRow, _ side: IndexedSide) throws {
    key = row.key.copied()
    let value = try row.mirrored(by: info, reader)
    switch side {
    case .old: old = value
    case .new: new = value
    }
  }

  func forget() { (old, new) = (nil, nil) }

  func check() throws(StoreError) {}

  func apply() throws(StoreError) {
    if old != new { session.participant(MirroredRows.self).set(new, key, in: info) }
  }

  /// A build records each row before the next row, so a batch has one row.
  let mostGathered = 1
  let leastGathered = 1

  func writeGathered() throws(StoreError) { try apply() }

  func close() {}
}

/// The verifier, which compares the table with the rows.
private final class MirrorVerifier: IndexVerifier {
  private let index: IndexRuntime
  private let handle: TransactionHandle
  private let reader: FieldReader
  private var rows = 0
  private(set) var missing = 0

  init(_ index: IndexRuntime, _ handle: TransactionHandle, _ reader: FieldReader) {
    (self.index, self.handle, self.reader) = (index, handle, reader)
  }

  func check(_ row: inout IndexedRow) {
    rows += 1
    let expected = try? row.mirrored(by: index, reader)
    if expected == nil || (try? index.content(of: row.key, in: handle)) != expected { missing += 1 }
  }

  var surplus: Int { max(0, ((try? handle.count(index.table.place)) ?? 0) - rows + missing) }

  func problem() -> String? {
    if missing > 0 { return "\(missing) rows are not mirrored" }
    return surplus == 0 ? nil : "\(surplus) mirrored rows do not exist"
  }
}
