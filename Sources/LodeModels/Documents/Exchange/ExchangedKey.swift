package import LodeCoding
package import LodeStore

// Keys among the fields of documents that leave the store, or come into it.
extension ArchiveValue {
  /// A key as a value: its element, or an array of several.
  ///
  /// - Throws: ``ExchangeError`` with `unusableKey` for elements that no value is.
  package init(_ key: RowKey, at place: String) throws(ExchangeError) {
    let elements: [KeyComponent]
    do {
      elements = try LodeCoding.Key(encoded: key.bytes.span).elements
    } catch {
      throw ExchangeError(.unusableKey, at: place, "\(error)")
    }
    if elements.count == 1, let element = elements.first, !element.isTuple {
      self = try Self(element, at: place)
    } else {
      self = try Self(.tuple(elements), at: place)
    }
  }

  private init(_ element: KeyComponent, at place: String) throws(ExchangeError) {
    switch element {
    case .tuple(let elements):
      var values: [ArchiveValue] = []
      for element in elements { values.append(try Self(element, at: place)) }
      self = .array(values)
    default:
      guard let value = Self(element) else {
        throw ExchangeError(.unusableKey, at: place, "the key has an element that is no value")
      }
      self = value
    }
  }

  // A value's own `Key` is that of a dictionary's literal.

  /// The value as a key, or `nil` when keys have no such elements.
  package var key: LodeCoding.Key? {
    guard case .array(let values) = self else { return keyComponent.map { LodeCoding.Key($0) } }
    let elements = values.compactMap(\.keyComponent)
    return elements.isEmpty || elements.count < values.count
      ? nil : LodeCoding.Key(components: elements)
  }

  /// The value as an element of a key, or `nil` when there is none like it.
  package var keyComponent: KeyComponent? {
    guard case .array(let values) = self else { return KeyComponent(self) }
    let elements = values.compactMap(\.keyComponent)
    return elements.count < values.count ? nil : .tuple(elements)
  }
}

extension KeyComponent {
  fileprivate var isTuple: Bool { if case .tuple = self { true } else { false } }
}
