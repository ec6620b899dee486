internal import LodeCoding

extension RowKey: CustomStringConvertible {
  /// The literal of the key, which `Docs/Format/Keys.md` specifies.
  public var description: String {
    guard format == .tuple, let key = try? Key(encoded: bytes.span) else {
      return RawKey(bytes).description
    }
    return key.description
  }
}
