#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The problems of models.
  extension Problem {
    static func wrongModelKind(_ kind: String) -> Problem {
      Problem(
        message: "@Model is for structs and final classes, not for \(kind)",
        identifier: "wrongModelKind")
    }

    static let archivableModel = Problem(
      message: "@Model already makes the type archivable; remove @Archivable",
      identifier: "archivableModel")

    static func genericModel(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is generic, and all its types would share one collection",
        identifier: "genericModel")
    }

    static func openModel(_ name: String) -> Problem {
      Problem(message: "'\(name)' is a model, so it must be final", identifier: "openModel")
    }

    static func modelWithSuperclass(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a model, so it cannot have an archivable superclass",
        identifier: "modelWithSuperclass")
    }

    static func collectionName(bytes: Int) -> Problem {
      Problem(
        message: bytes == 0
          ? "a collection name must not be empty"
          : "a collection name has at most 480 bytes; this name has \(bytes)",
        identifier: "collectionName")
    }

    static let timestamps = Problem(
      message: "'timestamps' must be the literal true or false",
      identifier: "timestamps")
  }

  // The problems of a model's key.
  extension Problem {
    static let noKey = Problem(
      message: "a model needs a key: add @Key to one or more properties", identifier: "noKey")

    static let ignoredKey = Problem(
      message: "a key must be archived, so it cannot have @Ignored", identifier: "ignoredKey")

    static let referenceKey = Problem(
      message: "a reference to an object cannot be a key", identifier: "referenceKey")

    static let optionalKey = Problem(
      message: "a key cannot be optional", identifier: "optionalKey")

    static let constantSequence = Problem(
      message: "the store sets a sequence key, so the key must be a var",
      identifier: "constantSequence")

    static func sequence(of type: String) -> Problem {
      Problem(
        message: "a sequence key must be an integer, not '\(type)'", identifier: "sequenceType")
    }

    static let sequenceOfSeveral = Problem(
      message: "a sequence key is the whole key, so no other property can have @Key",
      identifier: "sequenceOfSeveral")
  }
#endif
