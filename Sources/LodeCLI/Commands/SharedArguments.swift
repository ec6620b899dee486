internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The store that a command works on.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's directory.", completion: .directory)
  var store: String
}

/// The store and the collection that a command works on.
struct CollectionArguments: ParsableArguments {
  @Argument(help: "The store's directory.", completion: .directory)
  var store: String

  @Argument(help: "The collection's name.")
  var collection: String
}

extension ReadTransaction {
  /// A collection that must exist.
  ///
  /// - Throws: `StoreError` with `collectionNotFound`, which names the nearest collection.
  @_lifetime(borrow self)
  func existing(_ collection: String) throws -> CollectionReader {
    try access(to: collection).checkExists()
    return self[collection]
  }
}

extension Store {
  /// Refuses a collection that does not exist.
  ///
  /// - Throws: `StoreError` with `collectionNotFound`, which names the nearest collection.
  func checkCollection(_ name: String) throws {
    try read { try $0.access(to: name).checkExists() }
  }
}

/// How a command prints.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON: one document, or one a line for lists.")
  var json = false
}

/// Whether a command may put rows into a collection that its model cannot read.
struct ForceOption: ParsableArguments {
  @Flag(help: "Put the rows even if the collection belongs to a model that cannot read them.")
  var force = false

  /// Lets the write put any rows, if asked to.
  func apply(to scope: WriteScope) { if force { scope.allowForeignRows() } }
}

/// The partition that a command keeps to.
struct PartitionOption: ParsableArguments {
  @Option(help: "Keep to the rows of this partition; keys are those inside of it.")
  var partition: String?

  /// The key that a text stands for, as the collection has it.
  func key(_ text: String, format: KeyFormat?) throws -> RowKey {
    guard partition != nil else { return try KeyText.parse(text, format: format) }
    if format == .raw { throw StoreError(.keyFormatMismatch, context: "raw keys, no partitions") }
    let key = try KeyText.parse(text, format: .tuple)
    return try RowLocation(partition).withKey(key) {
      RowKey(bytes: $0.copied(), format: .tuple)
    }
  }

  /// A range of the partition's keys as one of the collection's.
  func range(_ range: KeyRange) -> KeyRange {
    partition == nil ? range : RowLocation(partition).range(range)
  }
}

/// Which rows of a collection a command visits, and in which direction.
struct RangeOptions: ParsableArguments {
  @Option(help: "Begin at this key.")
  var from: String?

  @Option(help: "End with this key, and those that begin with it.")
  var to: String?

  @Option(help: "Only keys whose last string begins so.")
  var prefix: String?

  @Flag(help: "From the highest key down.")
  var reverse = false

  @Option(help: "At most so many rows.")
  var limit: Int?

  @OptionGroup var partition: PartitionOption

  func validate() throws {
    if prefix != nil, from != nil || to != nil {
      throw ValidationError("--prefix does not go with --from and --to")
    }
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on") }
  }

  /// The range in a collection with keys of a format.
  func range(in format: KeyFormat?) throws -> KeyRange {
    if let prefix { return partition.range(try Self.range(prefix: prefix, format)) }
    return partition.range(
      KeyRange(
        lower: try from.map { .included(try KeyText.parse($0, format: format).bytes) }
          ?? .unbounded,
        upper: try to.map { try Self.end(KeyText.parse($0, format: format)) } ?? .unbounded))
  }

  private static func end(_ key: RowKey) throws -> KeyRange.Bound {
    guard key.format == .tuple else { return .included(key.bytes) }
    return KeyRange.under(key: try Key(encoded: key.bytes.span)).upper
  }

  /// The keys that begin with a text's elements; the last of them, if a string, need not be whole.
  private static func range(prefix: String, _ format: KeyFormat?) throws -> KeyRange {
    let key = try KeyText.parse(prefix, format: format)
    if key.format == .raw { return .bytes(prefix: key.bytes) }
    let tuple = try Key(encoded: key.bytes.span)
    let elements = try tuple.elements
    guard case .string(let text) = elements.last else { return .under(key: tuple) }
    return .prefix(text, after: Key(components: elements.dropLast()))
  }
}
