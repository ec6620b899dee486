#if Macros
  import SwiftSyntax

  /// The access level of a declaration.
  enum AccessLevel: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }

    /// Creates the level that the modifiers of a declaration state, or `nil` if no modifier states
    /// a level.
    ///
    /// The initializer ignores the level of a setter, such as `private(set)`.
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

    /// The modifier of a member that subclasses can override: `open` and a space in an open class;
    /// otherwise `modifier`.
    var overridableModifier: String { self == .open ? "open " : modifier }

    /// Returns the modifier of a generated member that represents a property, followed by a space;
    /// empty if the member needs no modifier.
    ///
    /// The member has the lower of two access levels: this level of the type, and the level of the
    /// property. Private properties have no such member.
    func modifier(for property: AccessLevel) -> String {
      property == .fileprivate ? "fileprivate " : min(self, property).modifier
    }
  }
#endif
