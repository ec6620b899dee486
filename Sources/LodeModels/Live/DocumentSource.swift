internal import LodeCoding
internal import LodeStore

/// The documents of a selection.
struct DocumentSource: LiveRowSource {
  private let name: String
  private let partition: String?
  private var selection: Selection

  init(_ documents: StoreDocuments, _ selection: Selection) {
    (name, partition, self.selection) = (documents.name, documents.partition, selection)
  }

  /// Selects the documents in a snapshot.
  ///
  /// The first snapshot with rows checks the names of the selection. Later, the last document with
  /// a field can vanish, which is no error.
  mutating func selection(in transaction: ReadTransaction) throws -> RowSelection {
    let rows = try transaction.documents(name, partition: partition).rows(of: selection)
    if !selection.isLenient, try rows.access.count() > 0 { selection = selection.lenient() }
    return rows
  }

  func decode(
    _ key: Span<UInt8>, _ row: borrowing RowValue, of rows: RowSelection,
    _ series: inout ArchiveSeries
  ) throws -> Document {
    try rows.document(key, row)
  }

  func refresh(_ value: inout Document, from row: borrowing RowValue) {
    value = Document(key: value.key, fields: value.fields, times: RowTimes(row))
  }
}

/// The watched number of documents of a selection.
struct LiveDocumentCount: LiveContent {
  private var source: DocumentSource
  private var last: Int?

  init(_ source: DocumentSource) { self.source = source }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> Int? {
    let count = try source.selection(in: transaction).count()
    if count == last { return nil }
    last = count
    return count
  }
}
