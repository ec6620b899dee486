#if Macros
  import SwiftSyntax

  /// The access level of a declaration.
  enum AccessLevel: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }

    /// Reads the explicit access level of a declaration, or returns `nil` without a level.
    ///
    /// Ignores the level of a setter, such as `private(set)`.
    init?(_ modifiers: DeclModifierListSyntax) {
      let levels: [Keyword: AccessLevel] = [
        .private: .private, .fileprivate: .fileprivate, .internal: .internal, .package: .package,
        .public: .public, .open: .open,
      ]
      for modifier in modifiers where modifier.detail == nil {
        if case .keyword(let word) = modifier.name.tokenKind, let level = levels[word] {
          self = level
          return
        }
      }
      return nil
    }

    /// The modifier of a generated member, followed by a space; empty for private, fileprivate, and
    /// internal types.
    ///
    /// Members of these types need no modifier, because the type limits the access to its members.
    var modifier: String {
      switch self {
      case .private, .fileprivate, .internal: ""
      case .package: "package "
      case .public, .open: "public "
      }
    }

    /// The modifier of a member that subclasses override, followed by a space: `open` in an open
    /// class.
    var overridableModifier: String { self == .open ? "open " : modifier }

    /// Returns the modifier of a member for a property that may have a lower access level than its
    /// type.
    func modifier(for property: AccessLevel) -> String {
      property == .fileprivate ? "fileprivate " : min(self, property).modifier
    }
  }
#endif
