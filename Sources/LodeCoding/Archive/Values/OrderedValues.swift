#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value whose order in archives is that of Swift, so that queries may ask which of two is less.
///
/// Numbers, `String`, `Date` and `UUID` are. An enumeration says so itself, if its raw values have
/// the order of its cases:
///
/// ```swift
/// enum Rank: Int, ArchivableValue, ArchiveOrdered {
///   case low = 1, high
///   static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
/// }
/// ```
///
/// Two things archives see in their own way: texts are ordered by their UTF-8, and a NaN is above
/// all other numbers and equals itself.
public protocol ArchiveOrdered: ArchivableValue, Comparable {}

extension Int: ArchiveOrdered {}
extension Int8: ArchiveOrdered {}
extension Int16: ArchiveOrdered {}
extension Int32: ArchiveOrdered {}
extension Int64: ArchiveOrdered {}
extension UInt: ArchiveOrdered {}
extension UInt8: ArchiveOrdered {}
extension UInt16: ArchiveOrdered {}
extension UInt32: ArchiveOrdered {}
extension UInt64: ArchiveOrdered {}
extension Float: ArchiveOrdered {}
extension Double: ArchiveOrdered {}
extension Decimal: ArchiveOrdered {}
extension String: ArchiveOrdered {}
extension Date: ArchiveOrdered {}
extension UUID: ArchiveOrdered {}
