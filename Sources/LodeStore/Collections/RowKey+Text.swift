internal import LodeCoding

extension RowKey: CustomStringConvertible {
  /// The key's literal, which is JSON; see `Docs/Format/Keys.md`.
  public var description: String {
    guard format == .tuple else { return RawKey(bytes).description }
    do {
      return try Key(encoded: bytes.span).description
    } catch {
      return RawKey(bytes).description
    }
  }
}
