#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What can be wrong with an index.
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
        message: "'\(name)' is a reference to an object, which has no text of its own",
        identifier: "referenceSearch")
    }

    static let indexOption = Problem(
      message:
        "what an index is like has to stand here itself: .descending, .folded, .each or "
        + ".includingNil",
      identifier: "indexOption")

    static func sameIndex(_ name: String) -> Problem {
      Problem(message: "'\(name)' has this index already", identifier: "sameIndex")
    }
  }
#endif
