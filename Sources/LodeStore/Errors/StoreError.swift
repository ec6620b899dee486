internal import LodeCoding
internal import LodeLMDB

/// An error of a store, with the kind of the error, the collection, and a detail such as the key.
///
/// The calls of a store throw this type. Exceptions are errors of the program's closures and types,
/// and `CancellationError`. Initializers that parse a text throw the error of the parser.
///
/// The description also has a remedy. A missing key is not an error of a read or a delete. Reads
/// return `nil` or an empty result; deletes return `false` or 0.
///
/// ```swift
/// do {
///   try store["users"].insert("Ada", forKey: 1)
/// } catch let error as StoreError where error.code == .duplicateKey {
///   print(error)  // names the collection and the key
/// }
/// ```
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of the error.
  public let code: Code
  /// The name of the collection, or `nil` if the error is not about one collection.
  public let collection: String?
  /// The key, path, limit, or other detail of the failure; empty without a detail.
  public let context: String
  /// The underlying error of another layer, or `nil` without such an error.
  ///
  /// The cause can describe the failure more precisely than ``code``. The cause is one of these
  /// errors: `LMDBError`, `ArchiveError`, `KeyError`, `ValueError`, ``ConditionError``,
  /// `SearchSyntaxError`, `QueryError`, `MigrationError`, `StagedConflict`, or `ExchangeError`.
  ///
  /// ```swift
  /// do {
  ///   try store.createIndex(IndexDefinition("agee"), on: "pets")
  /// } catch let error as StoreError where error.code == .invalidCondition {
  ///   print((error.cause as? ConditionError)?.code == .unknownField)  // true
  ///   print(error)  // No field "agee" in "pets". Did you mean "age"? (unknownField).
  /// }
  /// ```
  public let cause: (any Error & Hashable & Sendable)?

  /// Creates an error, for example for tests.
  public init(
    _ code: Code, collection: String? = nil, context: String = "",
    cause: (any Error & Hashable & Sendable)? = nil
  ) {
    self.code = code
    self.collection = collection
    self.context = context
    self.cause = cause
  }

  /// Creates the store error for an LMDB error.
  init(_ error: LMDBError, collection: String? = nil) {
    self.init(
      Code(lmdb: error.code), collection: collection, context: error.context, cause: error)
  }
}

extension StoreError: CustomStringConvertible {
  /// The problem, the collection, the context, and the remedy, in one line.
  ///
  /// If the cause explains the problem, as for ``Code/invalidCondition``, the text is the
  /// description of the cause.
  public var description: String {
    if code == .collectionNotFound, let collection {
      let remedy = context.isEmpty ? "Check the name." : "Did you mean \"\(context.shortened)\"?"
      return "There is no collection \"\(collection.shortened)\". \(remedy)"
    }
    if code.isExplainedByCause, let cause { return "\(cause)" }
    var place: [String] = []
    if let collection { place.append("collection \"\(collection.shortened)\"") }
    if !context.isEmpty { place.append(context.shortened) }
    let location = place.isEmpty ? "" : " (\(place.joined(separator: ", ")))"
    let status = (cause as? LMDBError).flatMap { $0.status == 0 ? nil : " [status \($0.status)]" }
    let remedy = (cause as? ArchiveError)?.remedy ?? code.remedy
    return "\(code.problem)\(location)\(status ?? ""). \(remedy)"
  }
}

extension StoreError {
  /// Returns whether two errors have the same code, collection, context, and cause.
  public static func == (left: StoreError, right: StoreError) -> Bool {
    left.code == right.code && left.collection == right.collection
      && left.context == right.context && left.anyCause == right.anyCause
  }

  /// Adds the code, the collection, the context, and the cause to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(collection)
    hasher.combine(context)
    hasher.combine(anyCause)
  }

  private var anyCause: AnyHashable? { cause.map { AnyHashable($0) } }
}
