#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that queries can compare with `<` and sort.
///
/// Numbers, `String`, `Date`, and `UUID` conform. An enumeration may conform if its raw values sort
/// like its cases:
///
/// ```swift
/// enum Rank: Int, ArchivableValue, ArchiveOrdered {
///   case low = 1, high
///   static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
/// }
/// ```
///
/// Queries compare these values as Swift does, with two exceptions. Texts sort by their UTF-8. A
/// NaN is greater than all other numbers, and equal to itself.
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
