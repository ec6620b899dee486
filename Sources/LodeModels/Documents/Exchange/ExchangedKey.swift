package import LodeCoding
package import LodeStore

extension ArchiveValue {
  /// Converts a key to a value: the value of a single component, or an array with the value of each
  /// component.
  ///
  /// A single component that is a tuple becomes an array in an array.
  ///
  /// - Throws: ``ExchangeError`` with `unusableKey` if the key is malformed, or if no value
  ///   represents a component.
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
      self = .array(
        try elements.map { element throws(ExchangeError) in try Self(element, at: place) })
    default:
      guard let value = element.value else {
        throw ExchangeError(
          .unusableKey, at: place, "a component of the key has no form as a value")
      }
      self = value
    }
  }

  /// The value as a key, or `nil` if a key cannot contain the value.
  ///
  /// An array becomes a key with one component for each element; an empty array has no key.
  ///
  /// The return type names its module, because `ArchiveValue.Key` is another type: the key of a
  /// dictionary literal.
  package var key: LodeCoding.Key? {
    guard case .array(let values) = self else { return keyComponent.map { LodeCoding.Key($0) } }
    let elements = values.compactMap(\.keyComponent)
    return elements.isEmpty || elements.count < values.count
      ? nil : LodeCoding.Key(components: elements)
  }

  /// The value as a key component, or `nil` if no component represents the value.
  ///
  /// An array becomes a tuple.
  package var keyComponent: KeyComponent? {
    guard case .array(let values) = self else { return KeyComponent(self) }
    let elements = values.compactMap(\.keyComponent)
    return elements.count < values.count ? nil : .tuple(elements)
  }
}

extension KeyComponent {
  fileprivate var isTuple: Bool { if case .tuple = self { true } else { false } }
}
