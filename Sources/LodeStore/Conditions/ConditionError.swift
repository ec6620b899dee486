/// Why text is no condition, or a condition cannot be answered.
///
/// ```swift
/// do {
///   _ = try Condition(parsing: "age >")
/// } catch {
///   print(error)  // Expected a name or a value, found the end (syntax, character 5).
/// }
/// ```
public struct ConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; compare it with the static members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, for messages and JSON output.
    public let description: String

    /// Something else was expected at the place.
    public static let syntax = Code("syntax")
    /// Conditions or calculations are nested too deep.
    public static let tooDeep = Code("tooDeep")
    /// A parameter has no value, or a value has no parameter.
    public static let parameter = Code("parameter")
    /// A comparison with NULL, which would always be unknown.
    public static let comparedWithNull = Code("comparedWithNull")
    /// The regular expression of MATCHES is none.
    public static let invalidExpression = Code("invalidExpression")
    /// No row has a field of that name.
    public static let unknownField = Code("unknownField")
    /// A delete or an update has no condition, and would reach every row.
    public static let missingCondition = Code("missingCondition")

    init(_ name: String) { description = name }
  }

  /// The kind of failure.
  public let code: Code
  /// Where in the text it was noticed, in characters (Unicode scalars) from 0; `nil` without a
  /// text.
  public let offset: Int?
  /// What was expected, in a sentence.
  public let message: String

  init(_ code: Code, at offset: Int?, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The message and the place.
  public var description: String {
    let place = offset.map { ", character \($0)" } ?? ""
    return "\(message) (\(code)\(place))."
  }
}
