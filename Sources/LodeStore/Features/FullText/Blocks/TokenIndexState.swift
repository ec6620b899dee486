internal import LodeCoding
internal import LodeLMDB

/// The state of a full-text index; `Docs/Format/TokenIndex.md` describes the encoding.
struct TokenIndexState: Hashable {
  /// The phase of a compaction.
  enum Compaction: UInt8 {
    case none = 0
    /// The first merge in `merges` merges all segments that existed when the compaction began.
    case merging = 1
    /// The compaction removes the keys and the lengths of the dead documents.
    case takingOut = 2
  }

  /// The number of live documents.
  var documents: UInt64 = 0
  /// The sum of the lengths of all live documents.
  var tokens: UInt64 = 0
  /// The number of the next document.
  var next: UInt32 = 0
  /// The number of dead documents whose postings can remain.
  ///
  /// A document is dead after its row was changed or deleted.
  var dead: UInt32 = 0
  /// The number of the next segment.
  var nextSegment: UInt32 = 0
  var compaction = Compaction.none
  /// The number of bytes that merging must still process.
  var debt: UInt32 = 0
  /// The segments, ordered by document.
  var segments: [TokenSegment] = []
  /// The merges in progress, ordered by document.
  var merges: [SegmentMerge] = []
  /// The numbers of merged segments whose table rows are not deleted yet.
  var retired: [UInt32] = []

  /// Creates the state of an index without documents.
  init() {}

  /// Decodes the state; `nil` if the state is damaged.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 36 else { return nil }
    documents = bytes.littleEndianUInt64(at: 0)
    tokens = bytes.littleEndianUInt64(at: 8)
    next = bytes.littleEndianUInt32(at: 16)
    dead = bytes.littleEndianUInt32(at: 20)
    nextSegment = bytes.littleEndianUInt32(at: 24)
    debt = bytes.littleEndianUInt32(at: 29)
    guard let compaction = Compaction(rawValue: bytes[28]) else { return nil }
    self.compaction = compaction
    var place = 33
    guard readSegments(bytes, &place), readMerges(bytes, &place), readLeftovers(bytes, &place),
      place == bytes.count, isSound
    else { return nil }
  }

  private mutating func readSegments(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
    // An index has far fewer than 1,024 segments.
    guard let count = bytes.varint(at: &place), count <= 1024 else { return false }
    var end: UInt32 = 0
    for _ in 0..<count {
      guard let number = bytes.varint(at: &place), let size = bytes.varint(at: &place),
        size > 0, size <= .max - end
      else { return false }
      end += size
      segments.append(TokenSegment(number: number, end: end))
    }
    return true
  }

  private mutating func readMerges(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
    guard let count = bytes.varint(at: &place) else { return false }
    for _ in 0..<count {
      guard let first = bytes.varint(at: &place), let inputs = bytes.varint(at: &place),
        let output = bytes.varint(at: &place), let length = bytes.varint(at: &place),
        Int(length) <= min(TokenKey.maximumTerm, bytes.count - place), inputs > 0,
        Int(first) + Int(inputs) <= segments.count
      else { return false }
      let term = bytes.extracting(place..<place + Int(length)).copied()
      place += Int(length)
      merges.append(
        SegmentMerge(
          inputs: Int(first)..<Int(first) + Int(inputs), output: output, reached: term))
    }
    return true
  }

  private mutating func readLeftovers(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
    guard let count = bytes.varint(at: &place) else { return false }
    for _ in 0..<count {
      guard let number = bytes.varint(at: &place) else { return false }
      retired.append(number)
    }
    return true
  }

  /// Whether the values are consistent.
  private var isSound: Bool {
    guard documents <= next, dead <= next - UInt32(documents), next == (segments.last?.end ?? 0)
    else { return false }
    let numbers = segments.map(\.number) + merges.map(\.output) + retired
    guard numbers.allSatisfy({ $0 < nextSegment }) else { return false }
    let sorted = numbers.sorted()
    guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 }) else { return false }
    guard
      zip(merges, merges.dropFirst()).allSatisfy({ $0.inputs.upperBound <= $1.inputs.lowerBound })
    else { return false }
    return compaction != .merging || merges.first?.inputs.lowerBound == 0
  }

  var bytes: [UInt8] {
    var bytes =
      CatalogRecord.withBytes(of: documents) + CatalogRecord.withBytes(of: tokens)
      + CatalogRecord.withBytes(of: next) + CatalogRecord.withBytes(of: dead)
      + CatalogRecord.withBytes(of: nextSegment)
    bytes.append(compaction.rawValue)
    bytes += CatalogRecord.withBytes(of: debt)
    bytes.appendVarint(UInt32(segments.count))
    var end: UInt32 = 0
    for segment in segments {
      bytes.appendVarint(segment.number)
      bytes.appendVarint(segment.end - end)
      end = segment.end
    }
    bytes.appendVarint(UInt32(merges.count))
    for merge in merges {
      bytes.appendVarint(UInt32(merge.inputs.lowerBound))
      bytes.appendVarint(UInt32(merge.inputs.count))
      bytes.appendVarint(merge.output)
      bytes.appendVarint(UInt32(merge.reached.count))
      bytes += merge.reached
    }
    bytes.appendVarint(UInt32(retired.count))
    for number in retired { bytes.appendVarint(number) }
    return bytes
  }

  /// Reads the state of an index from its table.
  ///
  /// If the table is empty, the state has no documents.
  init(
    _ index: IndexRuntime, of collection: String, _ handle: TransactionHandle
  ) throws(StoreError) {
    do throws(LMDBError) {
      let key = TokenKey.state
      guard let bytes = try index.content(of: key.span, in: handle) else {
        self.init()
        return
      }
      guard let state = TokenIndexState(bytes.span) else { throw index.damagedTable() }
      self = state
    } catch {
      throw StoreError(error, collection: collection)
    }
  }
}
