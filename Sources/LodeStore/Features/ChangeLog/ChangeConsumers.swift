internal import LodeLMDB

/// The named consumers of the change log, with their acknowledged positions.
struct ChangeConsumers {
  let table: CatalogTable

  /// Throws `invalidName` if the name of a consumer is empty or longer than 480 bytes.
  static func checkName(_ name: String) throws(StoreError) {
    if (1...480).contains(name.utf8.count) { return }
    throw StoreError(
      .invalidName, context: "a consumer's name of \(name.utf8.count) bytes; 1 to 480 are possible")
  }

  /// Returns the acknowledged position of a consumer, or `nil` before its first acknowledgement.
  func position(of name: String) throws(StoreError) -> ChangePosition? {
    guard let value = try table.value(CatalogRecord.consumerKey(name)) else { return nil }
    guard let position = CatalogRecord.decodeConsumer(value.span) else { throw table.damaged() }
    return position
  }

  /// Returns the acknowledged positions of all consumers, by name.
  func all() throws(StoreError) -> [String: ChangePosition] {
    try table.load(CatalogRecord.consumerKind) { CatalogRecord.decodeConsumer($0.span) }
  }
}
