/// An option of the index that `@Index` or `@Unique` declares.
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
  /// The index sorts higher values first.
  case descending
  /// The index treats texts that differ only in case or accents as equal.
  case folded
  /// The index has an entry for each element of an array or a set.
  case each
  /// The index also has entries for rows whose property is `nil`.
  case includingNil
}
