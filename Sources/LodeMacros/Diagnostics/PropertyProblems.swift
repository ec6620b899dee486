#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The errors about properties and enum cases.
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

    /// The problem of a property or an enum case inside `#if`.
    ///
    /// A store records one schema for each version of a type, so all builds need the same fields.
    static func conditional(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' is inside #if, but archived properties must be the same in every build",
        identifier: "conditional")
    }

    /// The problem of a weak property or a property with `@Reference` in a struct.
    ///
    /// Decoding sets references after all objects exist. By then, the owner of the struct has a
    /// copy, and the copy would not get the reference.
    static func referenceInStruct(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' would be read after its struct was copied; only a class can have "
          + "weak properties and @Reference",
        identifier: "referenceInStruct")
    }

    /// The problem of a reference without a type annotation for an optional type.
    ///
    /// The reference is `nil` until decoding sets the reference, after the object exists.
    static func referenceNotOptional(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is read after its object, so it must be optional",
        identifier: "referenceNotOptional")
    }

    /// The problem of a reference that is a `let`, which decoding cannot set later.
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

    /// The problem of an `unowned` property, optional or not.
    ///
    /// Until decoding sets the reference, a property that is not optional has no value.
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

    /// The problem of a `let` of type `ArchiveExtensions`.
    ///
    /// The property keeps the stored fields that the type does not declare. Decoding cannot set a
    /// `let` with an initial value.
    static let constantExtensions = Problem(
      message: "extensions are read after their initial value is set, so they must be a var",
      identifier: "constantExtensions")

    /// The problem of a second property of type `ArchiveExtensions`.
    ///
    /// With two properties, decoding could not choose a property for an undeclared field.
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
