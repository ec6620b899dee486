package import LodeCoding

extension Archive {
  /// The root object of the archive; `nil` if the root is another value.
  package var rootObject: ArchivedObject? {
    switch root.untyped {
    case .object(let object): object
    case .reference(let number) where objects.indices.contains(number - 1): objects[number - 1]
    default: nil
    }
  }

  /// Calls `body` with every object that the archived value contains or refers to, and with each
  /// superclass level of these objects.
  ///
  /// The traversal does not recurse from instance to instance, because instances can form long
  /// chains.
  ///
  /// - Complexity: O(number of values).
  func forEachLevel(_ body: (ArchivedObject) throws -> Void) rethrows {
    var seen = Array(repeating: false, count: objects.count)
    var left: [Int] = []
    try root.forEachPart(object: body) { left.append($0 - 1) }
    while let index = left.popLast() {
      guard objects.indices.contains(index), !seen[index] else { continue }
      seen[index] = true
      try objects[index]?.forEachPart(object: body) { left.append($0 - 1) }
    }
  }

  /// The indexes of the instances: an instance comes after the instances to which it refers, except
  /// in cycles.
  var innerInstancesFirst: [Int] {
    var order: [Int] = []
    var seen = Array(repeating: false, count: objects.count)
    for start in objects.indices where !seen[start] {
      seen[start] = true
      var path = [(index: start, left: references(at: start))]
      while let last = path.indices.last {
        guard let next = path[last].left.popLast() else {
          order.append(path.removeLast().index)
          continue
        }
        guard objects.indices.contains(next), !seen[next] else { continue }
        seen[next] = true
        path.append((next, references(at: next)))
      }
    }
    return order
  }

  /// Returns the indexes of the instances that an instance refers to, last first.
  private func references(at index: Int) -> [Int] {
    var found: [Int] = []
    objects[index]?.forEachPart(object: { _ in }) { found.append($0 - 1) }
    return found.reversed()
  }
}

extension ArchiveValue {
  /// Whether the value can contain objects or references to instances.
  var mayLeadToObjects: Bool {
    switch self {
    case .array, .set, .dictionary, .object, .reference, .typed: true
    default: false
    }
  }

  /// Calls `object` with every object in the value and with each superclass level of these objects.
  ///
  /// Calls `reference` with the number of each referenced instance.
  fileprivate func forEachPart(
    object: (ArchivedObject) throws -> Void, reference: (Int) throws -> Void
  ) rethrows {
    switch self {
    case .array(let values):
      for value in values { try value.forEachPart(object: object, reference: reference) }
    case .set(let values):
      for value in values { try value.forEachPart(object: object, reference: reference) }
    case .dictionary(let entries):
      for (key, value) in entries {
        try key.forEachPart(object: object, reference: reference)
        try value.forEachPart(object: object, reference: reference)
      }
    case .object(let value): try value.forEachPart(object: object, reference: reference)
    case .reference(let number): try reference(number)
    case .typed(_, let value): try value.forEachPart(object: object, reference: reference)
    default: break
    }
  }
}

extension ArchivedObject {
  /// Returns whether the object's type, or one of its superclasses, has one of the names.
  package func isOfType(named names: [String]) -> Bool {
    names.contains(name) || superclass?.isOfType(named: names) == true
  }

  fileprivate func forEachPart(
    object: (ArchivedObject) throws -> Void, reference: (Int) throws -> Void
  ) rethrows {
    try object(self)
    try superclass?.forEachPart(object: object, reference: reference)
    for index in fields.indices where fields[index].value.mayLeadToObjects {
      try fields[index].value.forEachPart(object: object, reference: reference)
    }
    for group in extensions ?? [] {
      for field in group.fields {
        try field.value.forEachPart(object: object, reference: reference)
      }
    }
  }
}
