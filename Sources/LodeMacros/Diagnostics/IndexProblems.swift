#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The errors and warnings about indexes and searchable properties.
  extension Problem {
    static func ignoredIndex(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is not archived, so it cannot have an index",
        identifier: "ignoredIndex")
    }

    static func referenceIndex(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a reference to an object, which has no order for an index",
        identifier: "referenceIndex")
    }

    static func ignoredSearch(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is not archived, so it cannot be searched", identifier: "ignoredSearch")
    }

    static func referenceSearch(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a reference to an object, which has no text",
        identifier: "referenceSearch")
    }

    static func nonTextSearch(_ name: String, _ type: String) -> Problem {
      Problem(
        message:
          "'\(name)' is of type '\(type)', but @Searchable needs a String, an optional String, or an array "
          + "or a set of strings",
        identifier: "nonTextSearch")
    }

    /// Returns the error for a name in an index definition if no property or field has the name.
    ///
    /// The message suggests the name `nearest`. If `nearest` is `nil`, the message lists the stored
    /// names `all`.
    static func unknownField(
      _ name: String, in type: String, nearest: String?, all: some Collection<String>
    ) -> Problem {
      let hint =
        nearest.map { "did you mean \"\($0)\"?" }
        ?? "it has " + all.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      return Problem(
        message: "no property \"\(name)\" in '\(type)'; \(hint)", identifier: "unknownField")
    }

    private static let indexOptions =
      "an index option must be written here: .descending, .folded, .each, or .includingNil"

    /// The error for an option that is not a name after a dot, for example a variable.
    static let indexOption = Problem(message: indexOptions, identifier: "indexOption")

    /// The warning about an unknown name after a dot.
    static let ownIndexOption = Problem(
      message: indexOptions, identifier: "ownIndexOption", severity: .warning)

    static func sameIndex(_ name: String) -> Problem {
      Problem(message: "'\(name)' already has this index", identifier: "sameIndex")
    }
  }
#endif
