public import LodeCoding

/// The definition of an index: its kind, its components, and its options.
///
/// ```swift
/// let byCity = IndexDefinition("city", .descending("age"))
/// let byEmail = IndexDefinition(.folded("email")).unique()
/// let byTag = IndexDefinition(.each("tags"))
/// ```
///
/// The store records definitions, and every program that changes rows also updates the entries. The
/// store does not record the functions of computed values, custom tokenizers, and synonyms. A
/// program that lacks a function, a tokenizer, or the synonyms of an index disables the index when
/// the program changes a row. If the index is unique, the change throws `unknownFunction` instead.
public struct IndexDefinition: Sendable, Hashable {
  /// The purpose of an index.
  public enum Kind: UInt8, Sendable, Hashable {
    /// An ordered index, which finds rows by component values, and sorts rows.
    case ordered = 0
    /// An ordered index that refuses a second row with the same component values, unless a value is
    /// nil.
    case unique = 1
    /// A counting index, which contains the number of rows for each combination of component
    /// values.
    ///
    /// The index also maintains sums, minimums, and maximums of the carried fields.
    case counting = 2
    /// A full-text index, which finds rows by words.
    case search = 3
  }

  /// The name of the index.
  ///
  /// The name has 1 to 400 bytes. The default name is the text of the components, separated by
  /// commas. For a full-text index, the default name is `search:` and the paths of the fields,
  /// separated by commas.
  public var name: String
  /// The purpose of the index.
  public var kind: Kind
  /// The components, most significant first, at most 16; empty for a full-text index.
  public var parts: [IndexPart]
  /// Whether the index has entries for rows whose first component is nil; by default, `true` only
  /// for a counting index.
  public var includesNil: Bool
  /// The condition of a partial index; `nil` for all rows.
  public var condition: Condition?
  /// The fields whose values the entries contain, so that queries of these fields need not read
  /// rows.
  ///
  /// A counting index maintains the sums, minimums, and maximums of the fields instead. An index
  /// can carry at most 256 fields.
  public var carried: [ArchivePath]
  /// The fields of a full-text index; empty for other indexes.
  public internal(set) var search: [SearchField] = []

  /// Creates the definition of an ordered index.
  ///
  /// - Parameters:
  ///   - parts: The components, most significant first.
  ///   - name: The name; by default, the text of the components, separated by commas.
  public init(_ parts: IndexPart..., name: String? = nil) {
    self.init(parts: parts, name: name)
  }

  /// Creates the definition of an ordered index, with an array of components.
  ///
  /// - Parameters:
  ///   - parts: The components, most significant first.
  ///   - name: The name; by default, the text of the components, separated by commas.
  public init(parts: [IndexPart], name: String? = nil) {
    self.name = name ?? parts.map(\.description).joined(separator: ",")
    kind = .ordered
    self.parts = parts
    includesNil = false
    carried = []
  }

  /// Returns the definition as a unique index.
  ///
  /// A unique index refuses a second row with the same component values, unless a value is nil.
  public func unique() -> IndexDefinition { with { $0.kind = .unique } }

  /// Returns the definition as a counting index.
  ///
  /// The index also counts rows whose first component is nil.
  ///
  /// - Parameter fields: Fields whose sums, minimums, and maximums the index maintains.
  public func counting(_ fields: ArchivePath...) -> IndexDefinition {
    with {
      $0.kind = .counting
      $0.includesNil = true
      $0.carried = fields
    }
  }

  /// Returns the definition with entries for rows whose first component is nil.
  public func includingNil() -> IndexDefinition { with { $0.includesNil = true } }

  /// Returns the definition as a partial index, of the rows that match a condition.
  public func only(where condition: Condition) -> IndexDefinition {
    with { $0.condition = condition }
  }

  /// Returns the definition with entries that also contain the values of `fields`.
  public func carrying(_ fields: ArchivePath...) -> IndexDefinition { with { $0.carried = fields } }

  private func with(_ change: (inout IndexDefinition) -> Void) -> IndexDefinition {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A component of an index.
///
/// ```swift
/// let index = IndexDefinition(.descending("born"), .folded("name"), .each("tags"))
/// ```
public struct IndexPart: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The path of a field or a row property, such as `$created`, or the name of a computed value.
  public var path: ArchivePath
  /// Whether higher values come first.
  public var isDescending = false
  /// Whether the index folds texts, so that texts that differ only in case or diacritics are equal.
  public var isFolded = false
  /// Whether each element of an array or a set has an entry; in an index, only one component can
  /// have such entries.
  public var isEachElement = false
  /// The version of the function of a computed value; `nil` for a field.
  public internal(set) var version: Int?
  /// The function of a computed value; otherwise a placeholder.
  var function = IndexFunction()

  /// Creates a component for a field, in ascending order.
  public init(_ path: ArchivePath) { self.path = path }

  /// Creates a component from text, as ``init(parsing:)`` does.
  public init(stringLiteral value: String) { self.init(parsing: value) }

  /// Returns the component in the opposite order: descending, if `part` is ascending.
  public static func descending(_ part: IndexPart) -> IndexPart {
    part.with { $0.isDescending.toggle() }
  }

  /// Returns the component with folded texts, which ignores case and diacritics.
  public static func folded(_ part: IndexPart) -> IndexPart { part.with { $0.isFolded = true } }

  /// Returns the component with an entry for each element of an array or a set.
  public static func each(_ part: IndexPart) -> IndexPart { part.with { $0.isEachElement = true } }

  private func with(_ change: (inout IndexPart) -> Void) -> IndexPart {
    var copy = self
    change(&copy)
    return copy
  }

  /// The text form, which ``init(parsing:)`` parses.
  ///
  /// The text form of a computed value omits the function and the version.
  public var description: String {
    "\(isDescending ? "-" : "")\(isFolded ? "~" : "")\(path)\(isEachElement ? "[]" : "")"
  }
}
