#if Macros
  // The errors about properties and enum cases.
  extension Problem {
    static func noType(_ name: String) -> Problem {
      Problem("noType", "'\(name)' is archived, so it needs a type annotation")
    }

    static let pattern = Problem(
      "pattern", "archived properties must be declared separately, not as a tuple")

    static func unarchivable(_ kind: String) -> Problem {
      Problem("unarchivable", "\(kind) cannot be archived")
    }

    static func ignoredWithoutValue(_ name: String) -> Problem {
      Problem("ignoredWithoutValue", "'\(name)' is not archived, so it needs an initial value")
    }

    /// The problem of a property or an enum case inside `#if`.
    ///
    /// A store records one schema for each version of a type, so all builds need the same fields.
    static func conditional(_ name: String) -> Problem {
      Problem(
        "conditional",
        "'\(name)' is inside #if, but archived properties must be the same in every build")
    }

    /// The problem of a weak property or a property with `@Reference` in a struct.
    ///
    /// Decoding sets references after all objects exist. By then, the owner of the struct has a
    /// copy, and the copy would not get the reference.
    static func referenceInStruct(_ name: String) -> Problem {
      Problem(
        "referenceInStruct",
        "'\(name)' would be read after its struct was copied; only a class can have "
          + "weak properties and @Reference")
    }

    /// The problem of a reference without a type annotation for an optional type.
    ///
    /// The reference is `nil` until decoding sets the reference, after the object exists.
    static func referenceNotOptional(_ name: String) -> Problem {
      Problem("referenceNotOptional", "'\(name)' is read after its object, so it must be optional")
    }

    /// The problem of a reference that is a `let`, which decoding cannot set later.
    static func referenceConstant(_ name: String) -> Problem {
      Problem("referenceConstant", "'\(name)' is read after its object, so it must be a var")
    }

    static func transformedReference(_ name: String) -> Problem {
      Problem("transformedReference", "'\(name)' is a reference, which cannot be transformed")
    }

    /// The problem of an `unowned` property, optional or not.
    ///
    /// Until decoding sets the reference, a property that is not optional has no value.
    static func unowned(_ name: String) -> Problem {
      Problem(
        "unowned", "'\(name)' is unowned, but it would have no value while its object is read")
    }

    static func constant(_ name: String) -> Problem {
      Problem("constant", "'\(name)' is a constant with an initial value, so it cannot be archived")
    }

    /// The problem of a `let` of type `ArchiveExtensions`.
    ///
    /// The property keeps the stored fields that the type does not declare. Decoding cannot set a
    /// `let` with an initial value.
    static let constantExtensions = Problem(
      "constantExtensions",
      "extensions are read after their initial value is set, so they must be a var")

    /// The problem of a second property of type `ArchiveExtensions`.
    ///
    /// With two properties, decoding could not choose a property for an undeclared field.
    static let secondExtensions = Problem(
      "secondExtensions", "a type can have only one property for extensions")

    static let transform = Problem(
      "transform", "a transform must be a type: @Transformed(by: MyTransform.self)")

    static let renamedCase = Problem(
      "renamedCase", "a case has only one name in archives; 'was' is for properties")
  }
#endif
