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
      message: "@Model makes the type archivable, so @Archivable must not",
      identifier: "archivableModel")

    static func genericModel(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is generic, and all types of it would have one collection",
        identifier: "genericModel")
    }

    static func openModel(_ name: String) -> Problem {
      Problem(message: "'\(name)' is a model, so it has to be final", identifier: "openModel")
    }

    static func modelWithSuperclass(_ name: String) -> Problem {
      Problem(
        message: "'\(name)' is a model, so it cannot have an archivable superclass",
        identifier: "modelWithSuperclass")
    }

    static func collectionName(bytes: Int) -> Problem {
      Problem(
        message: bytes == 0
          ? "a collection has a name"
          : "a collection's name has up to 480 bytes; this one has \(bytes)",
        identifier: "collectionName")
    }

    static let timestamps = Problem(
      message: "the type conforms to TimestampedModel or not: true or false has to stand here",
      identifier: "timestamps")
  }

  // The problems of a model's key.
  extension Problem {
    static let noKey = Problem(
      message: "a model has a key: one property with @Key, or several", identifier: "noKey")

    static let ignoredKey = Problem(
      message: "a key is archived with its model", identifier: "ignoredKey")

    static let referenceKey = Problem(
      message: "a reference to an object cannot be a key", identifier: "referenceKey")

    static let optionalKey = Problem(
      message: "a key is always there, so it cannot be optional", identifier: "optionalKey")

    static let constantSequence = Problem(
      message: "the store sets a key of a sequence, so it has to be a var",
      identifier: "constantSequence")

    static func sequence(of type: String) -> Problem {
      Problem(message: "a sequence gives integers, not '\(type)'", identifier: "sequenceType")
    }

    static let sequenceOfSeveral = Problem(
      message: "a sequence gives whole keys, so no other property can have @Key",
      identifier: "sequenceOfSeveral")
  }
#endif
