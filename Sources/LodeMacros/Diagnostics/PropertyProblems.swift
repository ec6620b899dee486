#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The problems of properties, and of the associated values of enum cases.
  extension Problem {
    static func noType(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is archived, so its type has to be written down", identifier: "noType")
    }

    static let pattern = Problem(
      message: "archived properties are declared one by one, not as a tuple", identifier: "pattern")

    static func unarchivable(_ kind: String) -> Problem {
      Problem(message: "\(kind) cannot be archived", identifier: "unarchivable")
    }

    static func ignoredWithoutValue(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is not archived, so reading needs an initial value for it",
        identifier: "ignoredWithoutValue")
    }

    static func conditional(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' is inside #if: what is archived must not depend on how a program is built",
        identifier: "conditional")
    }

    static func referenceInStruct(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' would be read after its struct has been handed on: only a class can have "
          + "weak properties and @Reference",
        identifier: "referenceInStruct")
    }

    static func referenceNotOptional(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is read after the object it is part of, so it has to be optional",
        identifier: "referenceNotOptional")
    }

    static func referenceConstant(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is read after the object it is part of, so it has to be a var",
        identifier: "referenceConstant")
    }

    static func transformedReference(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a reference, which cannot be transformed",
        identifier: "transformedReference")
    }

    static func unowned(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is unowned: it would have no object until that has been read",
        identifier: "unowned")
    }

    static func constant(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a constant with a value of its own, so it is not archived",
        identifier: "constant")
    }

    static let constantExtensions = Problem(
      message: "extensions are read after their initial value is set, so they have to be a var",
      identifier: "constantExtensions")

    static let secondExtensions = Problem(
      message: "a type has one property for extensions", identifier: "secondExtensions")

    static let transform = Problem(
      message: "a transform is named as a type: @Transformed(by: MyTransform.self)",
      identifier: "transform")

    static let renamedCase = Problem(
      message: "a case has one name in archives: 'was' is for properties", identifier: "renamedCase"
    )
  }
#endif
