public import LodeCoding

/// What an index of a collection is made of.
///
/// ```swift
/// let byCity = IndexDefinition("city", .descending("age"))
/// let byEmail = IndexDefinition(.folded("email")).unique()
/// let byTag = IndexDefinition(.each("tags"))
/// ```
///
/// The store keeps definitions in its file, and every program that changes rows maintains the
/// entries. So a definition contains everything needed to compute the entries of a row from its
/// archive, except the functions of computed values.
public struct IndexDefinition: Sendable, Hashable {
  /// What an index is for.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Finds rows by the values of its parts, and gives them in the order of these.
    case ordered = 0
    /// As `ordered`, and no two rows have the same values, unless one of them is nil.
    case unique = 1
    /// Keeps, for each combination of its parts, how many rows have it, with the sums, the least
    /// and the greatest values of its carried fields.
    case counting = 2
    /// Finds rows by the words of its fields.
    case search = 3
  }

  /// The name; what the parts are called, when none was given.
  public var name: String
  /// What the index is for.
  public var kind: Kind
  /// What rows are found by, the most significant part first.
  public var parts: [IndexPart]
  /// Whether rows whose first part is nil are in the index.
  public var includesNil: Bool
  /// What rows must meet to be in the index; `nil` for all.
  public var condition: Condition?
  /// Fields whose values the entries carry, so that queries that want no others need not read the
  /// rows.
  public var carried: [ArchivePath]
  /// The fields whose words a search index finds rows by; empty for others.
  public internal(set) var search: [SearchField] = []

  /// Defines an ordered index.
  ///
  /// - Parameters:
  ///   - parts: what rows are found by, the most significant part first.
  ///   - name: the name; by default what the parts are called, joined by commas.
  public init(_ parts: IndexPart..., name: String? = nil) {
    self.init(parts: parts, name: name)
  }

  /// Defines an ordered index.
  public init(parts: [IndexPart], name: String? = nil) {
    self.name = name ?? parts.map(\.description).joined(separator: ",")
    kind = .ordered
    self.parts = parts
    includesNil = false
    carried = []
  }

  /// The same, with values that no two rows have.
  public func unique() -> IndexDefinition { with { $0.kind = .unique } }

  /// The same, as an index that counts and sums up.
  ///
  /// - Parameter fields: fields of which it keeps sums, the least and the greatest values.
  public func counting(_ fields: ArchivePath...) -> IndexDefinition {
    with {
      $0.kind = .counting
      $0.includesNil = true
      $0.carried = fields
    }
  }

  /// The same, with the rows whose first part is nil.
  public func includingNil() -> IndexDefinition { with { $0.includesNil = true } }

  /// The same, with only those rows that meet a condition.
  public func only(where condition: Condition) -> IndexDefinition {
    with { $0.condition = condition }
  }

  /// The same, with the values of some fields in its entries.
  public func carrying(_ fields: ArchivePath...) -> IndexDefinition { with { $0.carried = fields } }

  private func with(_ change: (inout IndexDefinition) -> Void) -> IndexDefinition {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A part of what an index finds rows by.
public struct IndexPart: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The field, or the name of a computed value.
  public var path: ArchivePath
  /// Whether greater values come first.
  public var isDescending = false
  /// Whether texts count as the same that differ only in case and in diacritics.
  public var isFolded = false
  /// Whether each element of an array or a set has an entry of its own.
  public var isEachElement = false
  /// The version of the function that computes the value; `nil` for that of a field.
  public internal(set) var version: Int?
  /// What computes the value, where that is known.
  var function = IndexFunction()

  /// A field, in the order of its values.
  public init(_ path: ArchivePath) { self.path = path }

  /// The part that `init(parsing:)` reads from the text: `city`, `-age`, `~name`, `tags[]`.
  public init(stringLiteral value: String) { self.init(parsing: value) }

  /// A field, greater values first.
  public static func descending(_ part: IndexPart) -> IndexPart {
    part.with { $0.isDescending.toggle() }
  }

  /// A field whose texts count as the same that differ only in case and in diacritics.
  public static func folded(_ part: IndexPart) -> IndexPart { part.with { $0.isFolded = true } }

  /// A field whose elements each have an entry.
  public static func each(_ part: IndexPart) -> IndexPart { part.with { $0.isEachElement = true } }

  private func with(_ change: (inout IndexPart) -> Void) -> IndexPart {
    var copy = self
    change(&copy)
    return copy
  }

  /// The path, with `-` for descending, `~` for folded and `[]` for each element.
  public var description: String {
    "\(isDescending ? "-" : "")\(isFolded ? "~" : "")\(path)\(isEachElement ? "[]" : "")"
  }
}
