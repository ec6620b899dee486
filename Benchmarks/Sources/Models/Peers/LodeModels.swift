internal import BenchHarness
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Objects in the store, as models.
func lodeModels<Object: ModelSample>(
  _ directory: String, compression: Compression
) throws -> ModelStore<Object> {
  var options = StoreOptions()
  options.compression = compression
  let store = try Store(directory + "/objects.lode", models: [Object.self], options: options)
  return ModelStore(
    insert: { set, count in
      let written = try store.write { transaction in
        try transaction.insert(contentsOf: set.objects[..<count])
        return ContinuousClock.now
      }
      return ContinuousClock.now - written
    },
    get: { keys in
      try store.read { transaction in
        var digest = Digest()
        for key in keys.keys {
          if let object = try transaction.get(Object.self, key) { digest.add(sum: object.sum) }
        }
        return digest
      }
    },
    getEach: { keys in
      var digest = Digest()
      for key in keys.keys {
        if let object = try store.get(Object.self, key) { digest.add(sum: object.sum) }
      }
      return digest
    },
    scan: {
      try store.read { transaction in
        var digest = Digest()
        try transaction.forEach(Object.self) { digest.add(sum: $0.sum) }
        return digest
      }
    },
    delete: { keys in
      try store.write { try $0.delete(Object.self, keys: keys.keys) }
    },
    countEqual: { set, count in
      try store.read { transaction in
        try set.objects[..<count].count { try transaction.get(Object.self, $0.primaryKey) == $0 }
      }
    },
    close: { store.close() })
}
