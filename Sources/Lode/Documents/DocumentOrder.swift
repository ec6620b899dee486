internal import LodeCoding

/// What documents are sorted by.
public struct DocumentOrder: Sendable, Hashable {
  /// The name of the field.
  public let field: String
  /// Whether the highest comes first.
  public let isDescending: Bool

  /// The lowest value of a field first; documents without it before all others.
  public static func ascending(_ field: String) -> DocumentOrder {
    DocumentOrder(field: field, isDescending: false)
  }

  /// The highest value of a field first; documents without it after all others.
  public static func descending(_ field: String) -> DocumentOrder {
    DocumentOrder(field: field, isDescending: true)
  }
}

extension [Document] {
  /// The documents in an order; those that are the same in it stay in theirs.
  func sorted(by orders: [DocumentOrder]) -> [Document] {
    // Swift's sort is stable, which its documentation does not promise; so the places break ties.
    enumerated().sorted { left, right in
      for order in orders {
        let a = left.element.fields[order.field] ?? .null
        let b = right.element.fields[order.field] ?? .null
        let result = a.order(b)
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}
