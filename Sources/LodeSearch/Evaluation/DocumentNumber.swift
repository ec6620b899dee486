/// The numbers of documents in a full-text index.
enum DocumentNumber {
  /// A number that is greater than all document numbers.
  static let end = UInt32.max
}
