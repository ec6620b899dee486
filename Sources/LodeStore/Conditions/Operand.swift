public import LodeCoding

/// What a condition compares: the value at a path, a given value, or what they give when
/// calculated.
public indirect enum Operand: Sendable, Hashable {
  /// The value at a path of the row, or a computed one; nil when there is none.
  case path(ArchivePath)
  /// A given value.
  ///
  /// It takes the family of what it is compared with, where it says such a value: see
  /// ``readings(of:)``.
  case value(ArchiveValue)
  /// Two numbers, calculated; nil when one is no number.
  case arithmetic(Operand, Arithmetic, Operand)
}

/// How two numbers are calculated.
///
/// Two integers give an integer, and a number of 64 bits with a fraction when there is none so
/// large; `/` cuts the fraction off, as in Swift. A division by zero gives nil. A decimal and an
/// integer give a decimal.
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
  /// The value at a path, which the text says.
  public init(stringLiteral path: String) { self = .path(ArchivePath(parsing: path)) }
}
