#if Macros
  // The problems of models.
  extension Problem {
    static func wrongModelKind(_ kind: String) -> Problem {
      Problem("wrongModelKind", "@Model is for structs and final classes, not for \(kind)")
    }

    static let archivableModel = Problem(
      "archivableModel", "@Model already makes the type archivable; remove @Archivable")

    static func genericModel(_ name: String) -> Problem {
      Problem("genericModel", "'\(name)' is generic, and all its types would share one collection")
    }

    static func openModel(_ name: String) -> Problem {
      Problem("openModel", "'\(name)' is a model, so it must be final")
    }

    static func modelWithSuperclass(_ name: String) -> Problem {
      Problem(
        "modelWithSuperclass", "'\(name)' is a model, so it cannot have an archivable superclass")
    }

    static func collectionName(bytes: Int) -> Problem {
      Problem(
        "collectionName",
        bytes == 0
          ? "a collection name must not be empty"
          : "a collection name has at most 480 bytes; this name has \(bytes)")
    }

    static let timestamps = Problem("timestamps", "'timestamps' must be the literal true or false")
  }

  // The problems of a model's key.
  extension Problem {
    static let noKey = Problem("noKey", "a model needs a key: add @Key to one or more properties")

    static let ignoredKey = Problem(
      "ignoredKey", "a key must be archived, so it cannot have @Ignored")

    static let referenceKey = Problem("referenceKey", "a reference to an object cannot be a key")

    static let optionalKey = Problem("optionalKey", "a key cannot be optional")

    static let constantSequence = Problem(
      "constantSequence", "the store sets a sequence key, so the key must be a var")

    static func sequence(of type: String) -> Problem {
      Problem("sequenceType", "a sequence key must be an integer, not '\(type)'")
    }

    static let sequenceOfSeveral = Problem(
      "sequenceOfSeveral", "a sequence key is the whole key, so no other property can have @Key")
  }
#endif
