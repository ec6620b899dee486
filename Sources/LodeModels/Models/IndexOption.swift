/// An option of an index on one property, as an argument of `@Index` or `@Unique`.
///
/// ```swift
/// @Model
/// struct Article {
///   @Key var id: Int
///   @Unique(.folded) var title: String
///   @Index(.descending) var published: Date?
///   @Index(.each) var tags: [String] = []
/// }
///
/// let names = Article.indexes.map(\.name)  // ["~title", "-published", "tags[]"]
/// ```
public enum IndexOption: Sendable, Hashable {
  /// Higher values come first.
  case descending
  /// Texts that differ only in case or diacritics are equal.
  case folded
  /// Each element of an array or a set has an entry.
  case each
  /// Rows without a value have entries.
  case includingNil
}
