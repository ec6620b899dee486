internal import LodeCoding

// The encoding of definitions in the catalog, described in `Docs/Format/Indexes.md`.
extension IndexDefinition {
  private static let codingVersion: Int64 = 1
  /// The version of the table layout of full-text indexes.
  private static let searchLayout: Int64 = 1

  /// The encoded definition, without the name.
  var encoded: [UInt8] {
    Key(components: [
      .int(Self.codingVersion), .int(Int64(kind.rawValue)), .bool(includesNil),
      .tuple(parts.map(\.component)),
      condition.map { .string($0.description) } ?? .null,
      .tuple(carried.map(\.component)),
      kind == .search ? .tuple(search.map(\.component)) : .null,
      .int(kind == .search ? Self.searchLayout : 0),
    ]).bytes
  }

  /// Returns whether two definitions have the same name and encoding.
  ///
  /// Unlike `==`, the comparison distinguishes canonically equivalent texts.
  package func isSame(as other: IndexDefinition) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && encoded == other.encoded
  }

  /// Returns whether the table of an index with this encoded definition has the current layout.
  ///
  /// Returns `false` if the definition is damaged.
  static func hasLayout(_ encoded: Span<UInt8>) -> Bool {
    guard let elements = try? Key(encoded: encoded).elements, elements.count == 8 else {
      return false
    }
    return elements[1] != .int(Int64(Kind.search.rawValue)) || elements[7] == .int(searchLayout)
  }

  /// Decodes a definition; `nil` if the definition is damaged, or has another version of the
  /// encoding.
  init?(name: String, encoded bytes: Span<UInt8>) {
    guard let key = try? Key(encoded: bytes), let elements = try? key.elements, elements.count == 8,
      elements[0] == .int(Self.codingVersion),
      case .int(let kindNumber) = elements[1], let raw = UInt8(exactly: kindNumber),
      let kind = Kind(rawValue: raw), case .bool(let includesNil) = elements[2],
      case .tuple(let partElements) = elements[3], case .tuple(let carriedElements) = elements[5],
      let parts = partElements.decoded(IndexPart.init),
      let carried = carriedElements.decoded(ArchivePath.init),
      case .int(let layout) = elements[7],
      layout == 0 || kind == .search && layout == Self.searchLayout
    else { return nil }
    self.name = name
    self.kind = kind
    self.includesNil = includesNil
    (self.parts, self.carried) = (parts, carried)
    switch (kind, elements[6]) {
    case (.search, .tuple(let fields)):
      guard let fields = fields.decoded(SearchField.init) else { return nil }
      search = fields
    case (.search, _): return nil
    case (_, .null): break
    default: return nil
    }
    switch elements[4] {
    case .null: break
    case .string(let text):
      guard let condition = try? Condition(parsing: text) else { return nil }
      self.condition = condition
    default: return nil
    }
  }
}

extension [KeyComponent] {
  /// Returns the decoded components, or `nil` if a component has another form.
  fileprivate func decoded<Value>(_ decode: (KeyComponent) -> Value?) -> [Value]? {
    let values = compactMap(decode)
    return values.count == count ? values : nil
  }
}

extension SearchField {
  fileprivate var component: KeyComponent {
    .tuple([path.component, .double(weight), .string(tokenizer.text), .int(Int64(version))])
  }

  fileprivate init?(_ component: KeyComponent) {
    guard case .tuple(let elements) = component, elements.count == 4,
      let path = ArchivePath(elements[0]), case .double(let weight) = elements[1],
      SearchField.canWeigh(weight), case .string(let text) = elements[2],
      let tokenizer = TokenizerChoice(parsing: text), case .int(let version) = elements[3]
    else { return nil }
    self.init(path, weight: weight, tokenizer: tokenizer)
    self.version = Int(version)
  }
}

extension IndexPart {
  fileprivate var component: KeyComponent {
    let flags: Int64 = (isDescending ? 1 : 0) + (isFolded ? 2 : 0) + (isEachElement ? 4 : 0)
    guard path.isComputed else { return .tuple([path.component, .int(flags)]) }
    return .tuple([path.component, .int(flags + 8), .int(Int64(version ?? 0))])
  }

  fileprivate init?(_ component: KeyComponent) {
    guard case .tuple(let elements) = component, elements.count >= 2,
      let path = ArchivePath(elements[0]), case .int(let flags) = elements[1], (0..<16) ~= flags,
      elements.count == (flags & 8 == 0 ? 2 : 3)
    else { return nil }
    self.init(path)
    if flags & 8 != 0 {
      guard path.names.count == 1, case .int(let version) = elements[2], version >= 0 else {
        return nil
      }
      self.init(computed: path.names[0], version: Int(version))
    }
    isDescending = flags & 1 != 0
    isFolded = flags & 2 != 0
    isEachElement = flags & 4 != 0
  }
}

extension ArchivePath {
  /// The marker before the name of a row property, such as `$created`.
  private static var rowPropertyMark: KeyComponent { .int(1) }

  fileprivate var component: KeyComponent {
    .tuple((isRowProperty ? [Self.rowPropertyMark] : []) + names.map { .string($0) })
  }

  fileprivate init?(_ component: KeyComponent) {
    guard case .tuple(var elements) = component else { return nil }
    let isRowProperty = elements.first == Self.rowPropertyMark
    if isRowProperty { elements.removeFirst() }
    let texts = elements.decoded { if case .string(let name) = $0 { name } else { nil } }
    guard let names = texts else { return nil }
    guard isRowProperty else {
      self.init(names)
      return
    }
    guard let property = Self.rowProperty(names) else { return nil }
    self = property
  }
}
