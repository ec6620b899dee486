public import LodeLMDB

/// An error of a store, with its location and its remedy.
///
/// A missing key or row is never an error: reads return `nil` or an empty result, and deletes
/// return `false` or 0.
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
  /// The collection, if the error is about a collection.
  public let collection: String?
  /// The key, path, or limit; may be empty.
  public let context: String
  /// The underlying error of LMDB or the system, if any.
  public let underlying: LMDBError?

  /// Creates an error.
  public init(
    _ code: Code, collection: String? = nil, context: String = "", underlying: LMDBError? = nil
  ) {
    self.code = code
    self.collection = collection
    self.context = context
    self.underlying = underlying
  }

  /// Creates the store error for an LMDB error.
  init(_ error: LMDBError, collection: String? = nil) {
    self.init(
      Code(lmdb: error.code), collection: collection, context: error.context, underlying: error)
  }
}

extension StoreError: CustomStringConvertible {
  /// The problem, the collection, the context, and the remedy, in one line.
  public var description: String {
    if code == .collectionNotFound, let collection {
      let remedy = context.isEmpty ? "Check the name." : "Did you mean \"\(context)\"?"
      return "There is no collection \"\(collection)\". \(remedy)"
    }
    var place: [String] = []
    if let collection { place.append("collection \"\(collection)\"") }
    if !context.isEmpty { place.append(context) }
    let location = place.isEmpty ? "" : " (\(place.joined(separator: ", ")))"
    let status = (underlying?.status).flatMap { $0 == 0 ? nil : " [status \($0)]" } ?? ""
    return "\(code.problem)\(location)\(status). \(code.remedy)"
  }
}
