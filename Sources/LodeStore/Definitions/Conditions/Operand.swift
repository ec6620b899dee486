public import LodeCoding

/// An operand of a condition: the value at a path, a constant, or a calculation.
///
/// ```swift
/// let nextYear = Operand.arithmetic("age", .add, .value(1))
/// let condition = Condition.comparison(nextYear, .greaterOrEqual, .value(18))
/// ```
public indirect enum Operand: Sendable, Hashable {
  /// The value at a path of the row, or a computed value.
  ///
  /// A missing value is nil.
  case path(ArchivePath)
  /// A constant.
  ///
  /// A comparison converts the constant to the family of the other operand, if a conversion exists.
  /// See ``readings(of:)``.
  case value(ArchiveValue)
  /// A calculation with two numbers.
  ///
  /// The result is nil for a division by zero, and if an operand is neither a number nor the text
  /// of a number.
  case arithmetic(Operand, Arithmetic, Operand)
}

/// An arithmetic operator.
///
/// The operands determine the type of the result. A division by zero gives nil.
///
/// | operands | result |
/// |---|---|
/// | two integers | an integer, or a `Double` if the result exceeds 64 bits; `/` truncates |
/// | a decimal, and a decimal or an integer | a decimal; for `%`, a `Double` |
/// | a decimal from the row, and a constant with a fraction | a decimal; for `%`, a `Double` |
/// | other numbers | a `Double` |
public enum Arithmetic: Sendable, Hashable, CaseIterable {
  /// Addition: `+`.
  case add
  /// Subtraction: `-`.
  case subtract
  /// Multiplication: `*`.
  case multiply
  /// Division: `/`.
  case divide
  /// The remainder of a division: `%`.
  case remainder
}

extension Operand: ExpressibleByStringLiteral {
  /// Creates an operand for the path in the text.
  public init(stringLiteral path: String) { self = .path(ArchivePath(parsing: path)) }
}
