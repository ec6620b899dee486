package import LodeCoding

extension Archive {
  /// The object that the archive is about.
  package var rootObject: ArchivedObject? {
    switch root.untyped {
    case .object(let object): object
    case .reference(let number) where objects.indices.contains(number - 1): objects[number - 1]
    default: nil
    }
  }

  /// Calls `body` with each level of every object that the archived value leads to.
  ///
  /// - Complexity: O(values), without recursion from one instance to another: they may be linked in
  ///   long chains.
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

  /// The places of the instances, those that others refer to before these, except in circles.
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

  /// The places of the instances that one refers to, the last first.
  private func references(at index: Int) -> [Int] {
    var found: [Int] = []
    objects[index]?.forEachPart(object: { _ in }) { found.append($0 - 1) }
    return found.reversed()
  }
}

extension ArchiveValue {
  /// Whether there may be objects in the value, or references to instances.
  var mayLeadToObjects: Bool {
    switch self {
    case .array, .set, .dictionary, .object, .reference, .typed: true
    default: false
    }
  }

  /// Calls one closure with each level of every object in the value, the other with each number of
  /// an instance.
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
  /// Whether it is of a type with one of some names, or of a subclass.
  package func isOfType(named names: [String]) -> Bool {
    names.contains(name) || superclass?.isOfType(named: names) == true
  }

  fileprivate func forEachPart(
    object: (ArchivedObject) throws -> Void, reference: (Int) throws -> Void
  ) rethrows {
    try object(self)
    try superclass?.forEachPart(object: object, reference: reference)
    try Self.forEachPart(of: fields, object: object, reference: reference)
    for group in extensions ?? [] {
      try Self.forEachPart(of: group.fields, object: object, reference: reference)
    }
  }

  private static func forEachPart(
    of fields: [Field], object: (ArchivedObject) throws -> Void, reference: (Int) throws -> Void
  ) rethrows {
    for index in fields.indices where fields[index].value.mayLeadToObjects {
      try fields[index].value.forEachPart(object: object, reference: reference)
    }
  }
}
