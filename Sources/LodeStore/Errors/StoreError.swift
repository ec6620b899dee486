public import LodeLMDB

/// An error of a store: the kind of the error, and the collection and key of the failure.
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
  /// The error of LMDB or the system that caused the failure, if any.
  public let underlying: LMDBError?

  /// Creates an error, for example for tests.
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
