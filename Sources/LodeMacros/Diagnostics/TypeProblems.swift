#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The problems of whole types, and of two fields or cases with the same name.
  extension Problem {
    static func wrongKind(_ kind: String, because reason: String) -> Problem {
      Problem(
        message: "@Archivable is for structs, classes and enums: \(kind) \(reason)",
        identifier: "wrongKind")
    }

    static let parameterPack = Problem(
      message: "a type with a parameter pack cannot be archived", identifier: "parameterPack")

    static func unconstrained(_ parameter: String) -> Problem {
      Problem(
        message: "'\(parameter)' is archived, so it must conform to ArchivableValue",
        identifier: "unconstrained")
    }

    static let noCases = Problem(
      message: "an enum without cases has no values to archive", identifier: "noCases")

    static func rawArgument(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is archived as its raw value, which has neither name nor version",
        identifier: "rawArgument")
    }

    static let negativeVersion = Problem(
      message: "a version must be 0 or greater", identifier: "negativeVersion")

    static func superclassOfValue(_ name: String) -> Problem {
      Problem(message: "'\(name)' is not a class and has no superclass", identifier: "noSuperclass")
    }

    static func unnamedSuperclass(_ name: String) -> Problem {
      Problem(
        message: "the superclass of '\(name)' is archivable, so @Archivable must name it",
        identifier: "unnamedSuperclass")
    }

    static func openClass(_ name: String) -> Problem {
      Problem(
        message:
          "'\(name)' may have subclasses, so @Archivable needs 'superclass:', a class or nil",
        identifier: "openClass")
    }

    static func noInitializer(_ name: String, _ attribute: AttributeSyntax) -> Problem {
      Problem(
        message: "@\(attribute.attributeName.trimmedDescription) gives '\(name)' an initializer, "
          + "so it has no implicit 'init()'",
        identifier: "noInitializer", severity: .warning)
    }

    static func noInheritance(_ name: String, from superclass: String) -> Problem {
      Problem(
        message: "@Archivable gives '\(name)' an initializer, so it does not inherit those of "
          + "'\(superclass)'",
        identifier: "noInheritance", severity: .warning)
    }

    static func sameName(_ name: String) -> Problem {
      Problem(message: "another field already has the name \(name)", identifier: "sameName")
    }
  }
#endif
