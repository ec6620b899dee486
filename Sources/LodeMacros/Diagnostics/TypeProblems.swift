#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The problems of whole types, and of two fields or cases with the same name.
  extension Problem {
    static func wrongKind(_ kind: String, because reason: String) -> Problem {
      Problem("wrongKind", "@Archivable is for structs, classes and enums: \(kind) \(reason)")
    }

    static let parameterPack = Problem(
      "parameterPack", "a type with a parameter pack cannot be archived")

    static func unconstrained(_ parameter: String) -> Problem {
      Problem("unconstrained", "'\(parameter)' is archived, so it must conform to ArchivableValue")
    }

    static let noCases = Problem("noCases", "an enum without cases has no values to archive")

    static func rawArgument(_ name: String) -> Problem {
      Problem(
        "rawArgument", "'\(name)' is archived as its raw value, which has neither name nor version")
    }

    static let negativeVersion = Problem("negativeVersion", "a version must be 0 or greater")

    static func superclassOfValue(_ name: String) -> Problem {
      Problem("noSuperclass", "'\(name)' is not a class and has no superclass")
    }

    static func unnamedSuperclass(_ name: String) -> Problem {
      Problem(
        "unnamedSuperclass",
        "the superclass of '\(name)' is archivable, so @Archivable must name it")
    }

    static func openClass(_ name: String) -> Problem {
      Problem(
        "openClass",
        "'\(name)' may have subclasses, so @Archivable needs 'superclass:', a class or nil")
    }

    static func noInitializer(_ name: String, _ attribute: AttributeSyntax) -> Problem {
      Problem(
        "noInitializer",
        "@\(attribute.attributeName.trimmedDescription) gives '\(name)' an initializer, "
          + "so it has no implicit 'init()'", severity: .warning)
    }

    static func noInheritance(_ name: String, from superclass: String) -> Problem {
      Problem(
        "noInheritance",
        "@Archivable gives '\(name)' an initializer, so it does not inherit those of "
          + "'\(superclass)'", severity: .warning)
    }

    static func sameName(_ name: String) -> Problem {
      Problem("sameName", "another field already has the name \(name)")
    }
  }
#endif
