#if Macros
  import SwiftSyntax

  /// Who may see a declaration.
  enum AccessLevel: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }

    /// What a declaration says itself, if it does; `private(set)` says nothing about reading.
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

    /// The modifier of a generated member, with a space behind it.
    ///
    /// Members of a private type need none: they
    /// cannot be seen from further than the type itself.
    var modifier: String {
      switch self {
      case .private, .fileprivate, .internal: ""
      case .package: "package "
      case .public, .open: "public "
      }
    }

    /// The same for members that a subclass of another module may override.
    var overridableModifier: String { self == .open ? "open " : modifier }

    /// The modifier of a member about a property that may be hidden better than its type.
    func modifier(for property: AccessLevel) -> String {
      property == .fileprivate ? "fileprivate " : min(self, property).modifier
    }
  }
#endif
