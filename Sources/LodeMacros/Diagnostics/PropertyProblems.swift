#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The problems of properties, and of the associated values of enum cases.
  extension Problem {
    static func noType(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is archived, so it needs a type annotation", identifier: "noType")
    }

    static let pattern = Problem(
      message: "archived properties must be declared separately, not as a tuple",
      identifier: "pattern")

    static func unarchivable(_ kind: String) -> Problem {
      Problem(message: "\(kind) cannot be archived", identifier: "unarchivable")
    }

    static func ignoredWithoutValue(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is not archived, so it needs an initial value",
        identifier: "ignoredWithoutValue")
    }

    static func conditional(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' is inside #if, but archived properties must be the same in every build",
        identifier: "conditional")
    }

    static func referenceInStruct(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' would be read after its struct was copied; only a class can have "
          + "weak properties and @Reference",
        identifier: "referenceInStruct")
    }

    static func referenceNotOptional(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is read after its object, so it must be optional",
        identifier: "referenceNotOptional")
    }

    static func referenceConstant(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is read after its object, so it must be a var",
        identifier: "referenceConstant")
    }

    static func transformedReference(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a reference, which cannot be transformed",
        identifier: "transformedReference")
    }

    static func unowned(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is unowned, but it would have no value while its object is read",
        identifier: "unowned")
    }

    static func constant(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a constant with an initial value, so it cannot be archived",
        identifier: "constant")
    }

    static let constantExtensions = Problem(
      message: "extensions are read after their initial value is set, so they must be a var",
      identifier: "constantExtensions")

    static let secondExtensions = Problem(
      message: "a type can have only one property for extensions", identifier: "secondExtensions")

    static let transform = Problem(
      message: "a transform must be a type: @Transformed(by: MyTransform.self)",
      identifier: "transform")

    static let renamedCase = Problem(
      message: "a case has only one name in archives; 'was' is for properties",
      identifier: "renamedCase"
    )
  }
#endif
