public import LodeCoding

/// An operand of a condition: the value at a path, a constant, or a calculation.
public indirect enum Operand: Sendable, Hashable {
  /// The value at a path of the row, or a computed value; nil if it is missing.
  case path(ArchivePath)
  /// A constant.
  ///
  /// If the constant can be converted to the family of the other operand, it compares as that
  /// value: see ``readings(of:)``.
  case value(ArchiveValue)
  /// A calculation with two numbers; nil if an operand is not a number.
  case arithmetic(Operand, Arithmetic, Operand)
}

/// An arithmetic operator.
///
/// Two integers give an integer, or a `Double` if the result exceeds 64 bits. `/` truncates, as in
/// Swift. A division by zero gives nil. A decimal and an integer give a decimal.
public enum Arithmetic: Sendable, Hashable, CaseIterable {
  /// `+`
  case add
  /// `-`
  case subtract
  /// `*`
  case multiply
  /// `/`
  case divide
  /// `%`
  case remainder
}

extension Operand: ExpressibleByStringLiteral {
  /// Creates an operand for the path in the text.
  public init(stringLiteral path: String) { self = .path(ArchivePath(parsing: path)) }
}
