import Foundation
import LodeCoding

/// The order that keys must have, found from the Swift values alone.
func valueOrder(_ left: [KeyComponent], _ right: [KeyComponent]) -> Int {
  for (l, r) in zip(left, right) {
    let order = valueOrder(l, r)
    if order != 0 { return order }
  }
  return left.count - right.count
}

func valueOrder(_ left: KeyComponent, _ right: KeyComponent) -> Int {
  switch (left, right) {
  case (.bool(let l), .bool(let r)): (l ? 1 : 0) - (r ? 1 : 0)
  case (.int(let l), .int(let r)): order(l, r)
  case (.int, .uint(let r)) where r > UInt64(Int64.max): -1
  case (.uint(let l), .int) where l > UInt64(Int64.max): 1
  case (.uint(let l), .uint(let r)): order(l, r)
  case (.float(let l), .float(let r)): numberOrder(Double(l), Double(r))
  case (.double(let l), .double(let r)): numberOrder(l, r)
  case (.string(let l), .string(let r)):
    sequenceOrder(l.unicodeScalars.map(\.value), r.unicodeScalars.map(\.value))
  case (.bytes(let l), .bytes(let r)): sequenceOrder(l, r)
  case (.date(let l), .date(let r)):
    numberOrder(l.timeIntervalSinceReferenceDate, r.timeIntervalSinceReferenceDate)
  case (.uuid(let l), .uuid(let r)): order(l.uuidString, r.uuidString)
  case (.tuple(let l), .tuple(let r)): valueOrder(l, r)
  case (.descending(let l), .descending(let r)): valueOrder(r, l)
  case (.partition(let l), .partition(let r)): valueOrder(.string(l), .string(r))
  default: rank(left) - rank(right)
  }
}

private func rank(_ component: KeyComponent) -> Int {
  switch component {
  case .null: 0
  case .bool: 1
  case .int, .uint: 2
  case .float: 3
  case .double: 4
  case .string: 5
  case .bytes: 6
  case .date: 7
  case .uuid: 8
  case .tuple: 9
  case .descending: 10
  case .partition: 11
  }
}

private func order<T: Comparable>(_ l: T, _ r: T) -> Int { l < r ? -1 : l > r ? 1 : 0 }

private func numberOrder(_ l: Double, _ r: Double) -> Int {
  if l.isNaN || r.isNaN { return (l.isNaN ? 1 : 0) - (r.isNaN ? 1 : 0) }
  return order(l, r)
}

private func sequenceOrder<T: Comparable>(_ l: [T], _ r: [T]) -> Int {
  for (a, b) in zip(l, r) where a != b { return a < b ? -1 : 1 }
  return l.count - r.count
}
