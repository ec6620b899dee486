internal import LodeCoding

extension RowKey: CustomStringConvertible {
  /// The literal of the key, which `Docs/Format/Keys.md` specifies.
  public var description: String {
    guard format == .tuple else { return RawKey(bytes).description }
    do {
      return try Key(encoded: bytes.span).description
    } catch {
      return RawKey(bytes).description
    }
  }
}
