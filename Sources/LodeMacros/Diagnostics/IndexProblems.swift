#if Macros
  import SwiftDiagnostics

  // The errors and warnings about indexes and searchable properties.
  extension Problem {
    static func ignoredIndex(_ name: String) -> Problem {
      Problem("ignoredIndex", "'\(name)' is not archived, so it cannot have an index")
    }

    static func referenceIndex(_ name: String) -> Problem {
      Problem(
        "referenceIndex", "'\(name)' is a reference to an object, which has no order for an index")
    }

    static func ignoredSearch(_ name: String) -> Problem {
      Problem("ignoredSearch", "'\(name)' is not archived, so it cannot be searched")
    }

    static func referenceSearch(_ name: String) -> Problem {
      Problem("referenceSearch", "'\(name)' is a reference to an object, which has no text")
    }

    static func nonTextSearch(_ name: String, _ type: String) -> Problem {
      Problem(
        "nonTextSearch",
        "'\(name)' is of type '\(type)', but @Searchable needs a String, an optional String, or an array "
          + "or a set of strings")
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
      return Problem("unknownField", "no property \"\(name)\" in '\(type)'; \(hint)")
    }

    private static let indexOptions =
      "an index option must be written here: .descending, .folded, .each, or .includingNil"

    /// The error for an option that is not a name after a dot, for example a variable.
    static let indexOption = Problem("indexOption", indexOptions)

    /// The warning about an unknown name after a dot.
    static let ownIndexOption = Problem("ownIndexOption", indexOptions, severity: .warning)

    static func sameIndex(_ name: String) -> Problem {
      Problem("sameIndex", "'\(name)' already has this index")
    }
  }
#endif
