internal import BenchHarness
internal import LodeCoding
internal import LodeStore

/// Objects in the store, as archives under their keys.
func lodeModels<Model: ModelSample>(
  _ directory: String, compression: Compression
) throws -> ModelStore<Model> {
  var options = StoreOptions()
  options.compression = compression
  let store = try Store(directory + "/objects.lode", options: options)
  let name = Model.collection
  return ModelStore(
    insert: { set, count in
      let written = try store.write { transaction in
        let objects = transaction[name]
        for object in set.objects[..<count] {
          try objects.insert(object, forKey: object.modelKey)
        }
        return ContinuousClock.now
      }
      return ContinuousClock.now - written
    },
    get: { keys in
      try store.read { transaction in
        var digest = Digest()
        let objects = transaction[name]
        for key in keys.keys {
          if let object = try objects.get(key, as: Model.self) { digest.add(sum: object.sum) }
        }
        return digest
      }
    },
    getEach: { keys in
      var digest = Digest()
      for key in keys.keys {
        if let object = try store[name].get(key, as: Model.self) { digest.add(sum: object.sum) }
      }
      return digest
    },
    scan: {
      try store.read { transaction in
        var digest = Digest()
        let objects = transaction[name]
        try objects.forEach { row in
          digest.add(sum: try objects.value(of: row, as: Model.self).sum)
        }
        return digest
      }
    },
    delete: { keys in
      try store.write { transaction in
        var count = 0
        let objects = transaction[name]
        for key in keys.keys where try objects.delete(key) { count += 1 }
        return count
      }
    },
    countEqual: { set, count in
      try store.read { transaction in
        let objects = transaction[name]
        return try set.objects[..<count].count {
          try objects.get($0.modelKey, as: Model.self) == $0
        }
      }
    },
    close: { store.close() })
}
