internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The store of a command.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's directory.", completion: .directory)
  var store: String
}

/// The store and the collection of a command.
struct CollectionArguments: ParsableArguments {
  @Argument(help: "The store's directory.", completion: .directory)
  var store: String

  @Argument(help: "The collection's name.")
  var collection: String
}

extension CollectionArguments {
  /// Opens the store for reading only, and passes the collection, which must exist, to `body`.
  func read<R>(_ body: (CollectionReader) throws -> R) throws -> R {
    try StoreLocation.snapshot(store) { transaction in
      try transaction.access(to: collection).checkExists()
      return try body(transaction[collection])
    }
  }

  /// Opens the store for writing, and passes the store to `body` if the collection exists.
  func write<R>(on console: Console, _ body: (Store) throws -> R) throws -> R {
    try StoreLocation.write(store, on: console) { store in
      try store.checkCollection(collection)
      return try body(store)
    }
  }
}

extension Store {
  /// Checks that a collection exists.
  ///
  /// - Throws: `StoreError` with one of these codes:
  ///   - `collectionNotFound` if the collection does not exist; the error suggests a similar name,
  ///     if any.
  ///   - `damaged` if the catalog is damaged or outdated.
  ///   - Any other code of `Store.read`.
  func checkCollection(_ name: String) throws {
    try read { try $0.access(to: name).checkExists() }
  }
}

/// The output format of a command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON: one document, or one per line for lists.")
  var json = false
}

/// The option that lets a command put rows that the collection's model cannot read.
struct ForceOption: ParsableArguments {
  @Flag(help: "Write rows that the collection's model cannot read.")
  var force = false

  /// With `--force`, allows the write transaction to put rows that models cannot read.
  func apply(to scope: WriteScope) { if force { scope.allowForeignRows() } }
}

/// The partition that limits a command.
struct PartitionOption: ParsableArguments {
  @Option(help: "Use only the rows of this partition; keys are written without the partition.")
  var partition: String?

  /// Parses a key; with `--partition`, the partition becomes the first component.
  ///
  /// The format is `nil` before the first row of the collection; the text is then a tuple key.
  ///
  /// - Throws: One of these errors:
  ///   - `Failure` if the text is not a key.
  ///   - With `--partition`, `StoreError` with `keyFormatMismatch` if the collection has raw keys,
  ///     or if the key itself begins with a partition.
  ///   - With `--partition`, `StoreError` with `keyEmpty` if the key is empty.
  func key(_ text: String, format: KeyFormat?) throws -> RowKey {
    guard partition != nil else { return try KeyText.parse(text, format: format) }
    if format == .raw { throw StoreError(.keyFormatMismatch, context: "raw keys, no partitions") }
    let key = try KeyText.parse(text, format: .tuple)
    return try RowLocation(partition).withKey(key) {
      RowKey(bytes: $0.copied(), format: .tuple)
    }
  }

  /// Converts a range inside the partition to a range of the collection; without `--partition`,
  /// returns the range unchanged.
  func range(_ range: KeyRange) -> KeyRange {
    partition == nil ? range : RowLocation(partition).range(range)
  }
}

/// The key range, direction, limit, and partition of a command.
struct RangeOptions: ParsableArguments {
  @Option(help: "The lowest key.")
  var from: String?

  @Option(
    help: "The highest key. For tuple keys, keys that begin with this key are included.")
  var to: String?

  @Option(
    help: "Only keys that begin with these components; a final string matches as a prefix.")
  var prefix: String?

  @Flag(help: "Begin with the highest key.")
  var reverse = false

  @Option(help: "The maximum number of rows.")
  var limit: Int?

  @OptionGroup var partition: PartitionOption

  func validate() throws {
    if prefix != nil, from != nil || to != nil {
      throw ValidationError(
        "--prefix excludes --from and --to. Pass --prefix alone, or --from and --to")
    }
    if let limit, limit < 0 { throw ValidationError("--limit is \(limit). Pass 0 or more") }
  }

  /// Passes the rows that the options select to `body`.
  ///
  /// - Throws: `Failure` if a bound or the prefix is not a key, or any error of the scan.
  func forEach(
    in collection: CollectionReader, _ body: (borrowing Row) throws -> Void
  ) throws {
    let range = try range(in: collection.keyFormat)
    try collection.forEach(range, reversed: reverse, limit: limit, body)
  }

  /// Returns the range of the keys that `--from`, `--to`, `--prefix`, and `--partition` select.
  ///
  /// The format is `nil` before the first row of the collection; the texts are then tuple keys.
  ///
  /// - Throws: `Failure` if a bound or the prefix is not a key.
  private func range(in format: KeyFormat?) throws -> KeyRange {
    if let prefix { return partition.range(try Self.range(prefix: prefix, format)) }
    return partition.range(
      KeyRange(
        lower: try from.map { .included(try KeyText.parse($0, format: format).bytes) }
          ?? .unbounded,
        upper: try to.map { try Self.end(KeyText.parse($0, format: format)) } ?? .unbounded))
  }

  /// Returns the upper bound of `--to`.
  ///
  /// For a tuple key, the bound includes longer tuples that begin with the components of `key`.
  private static func end(_ key: RowKey) throws -> KeyRange.Bound {
    guard key.format == .tuple else { return .included(key.bytes) }
    return KeyRange.under(key: try Key(encoded: key.bytes.span)).upper
  }

  /// Returns the range of keys that begin with the key `prefix`.
  ///
  /// A tuple key begins with the components of `prefix`, a raw key with the bytes of `prefix`. If
  /// the last component is a string, longer strings that begin with this string match too.
  private static func range(prefix: String, _ format: KeyFormat?) throws -> KeyRange {
    let key = try KeyText.parse(prefix, format: format)
    if key.format == .raw { return .bytes(prefix: key.bytes) }
    let tuple = try Key(encoded: key.bytes.span)
    let elements = try tuple.elements
    guard case .string(let text) = elements.last else { return .under(key: tuple) }
    return .prefix(text, after: Key(components: elements.dropLast()))
  }
}
