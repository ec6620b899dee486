public import LodeCoding

/// An operand of a condition: the value at a path, a constant, or a calculation.
public indirect enum Operand: Sendable, Hashable {
  /// The value at a path of the row, or a computed value; nil if the value is missing.
  case path(ArchivePath)
  /// A constant.
  ///
  /// A constant compares as a value of the other operand's family, if the constant converts to this
  /// family: see ``readings(of:)``.
  case value(ArchiveValue)
  /// A calculation with two numbers; nil if an operand is not a number.
  case arithmetic(Operand, Arithmetic, Operand)
}

/// An arithmetic operator.
///
/// Two integers give an integer, or a `Double` if the result exceeds 64 bits. `/` truncates, as in
/// Swift. A division by zero gives nil. A decimal and an integer give a decimal.
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
