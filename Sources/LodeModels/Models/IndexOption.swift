/// What an index of one property is like; `@Index` and `@Unique` say it.
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
  /// Greater values come first.
  case descending
  /// Texts count as the same that differ only in case and in diacritics.
  case folded
  /// Each element of an array or a set has an entry of its own.
  case each
  /// Rows without a value have entries too.
  case includingNil
}
