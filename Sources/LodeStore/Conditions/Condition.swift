public import LodeCoding

/// What rows are chosen by: a question about the values at some paths of an archive, or computed
/// ones, which is answered true, false or unknown.
///
/// ```swift
/// let old = try Condition(parsing: "age > 50 AND name LIKE 'a%'")
/// let same = Condition.and([
///   .comparison("age", .greater, .value(50)),
///   .like("name", LikePattern("a%")),
/// ])
/// print(try old.evaluate { path in path == "age" ? 51 : "Ada" } ?? false)  // true
/// ```
///
/// A comparison with nil is unknown, as in SQL. `and`, `or`, and `not` follow three-valued logic,
/// and a row matches if the whole condition is true. Values compare within one family: truth
/// values, numbers of all kinds, texts, bytes, times, UUIDs, arrays. Values of two families are
/// never equal, and their order is unknown.
public indirect enum Condition: Sendable, Hashable {
  /// True or false, whatever the row.
  case constant(Bool)
  /// How two values compare; unknown when one is nil.
  case comparison(Operand, Comparison, Operand)
  /// Whether a value is not below the second and not above the third: `>=` and `<=`.
  case between(Operand, Operand, Operand)
  /// Whether a value equals one of several: `=`, and `or`.
  case isIn(Operand, [Operand])
  /// Whether there is no value, or nil; never unknown.
  case isNil(Operand)
  /// Whether a text is like a pattern; unknown for what is no text.
  case like(Operand, LikePattern)
  /// Whether a text begins with another; unknown for what is no text.
  case beginsWith(Operand, String, TextFolding)
  /// Whether a text ends with another; unknown for what is no text.
  case endsWith(Operand, String, TextFolding)
  /// Whether a text is in a text, or an array or a set has an element that equals the value;
  /// unknown for everything else.
  ///
  /// The folding is for texts alone.
  case contains(Operand, ArchiveValue, TextFolding)
  /// Whether a regular expression describes the whole of a text; unknown for what is no text.
  case matches(Operand, String)
  /// False when one is false, else unknown when one is; of none it is true.
  case and([Condition])
  /// True when one is true, else unknown when one is; of none it is false.
  case or([Condition])
  /// True for false; unknown stays unknown.
  case not(Condition)
  /// False for unknown: what else has Swift's meaning, in which nothing is unknown.
  case isTrue(Condition)
}

/// How two values compare.
public enum Comparison: Sendable, Hashable, CaseIterable {
  /// `=`
  case equal
  /// `!=`
  case notEqual
  /// `<`
  case less
  /// `<=`
  case lessOrEqual
  /// `>`
  case greater
  /// `>=`
  case greaterOrEqual
}

/// Which differences of texts do not count.
public enum TextFolding: Sendable, Hashable, CaseIterable {
  /// None: texts compare by their UTF-8.
  case exact
  /// The case of the letters A to Z.
  case ascii
  /// Case and diacritical marks, as in `FoldedText`.
  case unicode
}
