internal import LodeCoding

/// A new compression dictionary of a collection, which ``Store/trainDictionary(for:)`` returns.
public struct TrainedDictionary: Sendable, Hashable {
  /// The number of the dictionary, from 1.
  public let number: UInt32
  /// The size of the dictionary, in bytes.
  public let size: Int
  /// The number of rows from which Lode trained the dictionary.
  public let samples: Int
}

/// The training of a dictionary for a collection.
///
/// The training reads samples in a read transaction, runs without a transaction, and stores the
/// dictionary in a small write.
struct DictionaryTraining {
  let queue: WriteQueue
  /// The number of the collection's table, which stays the same after a rename.
  let table: UInt32

  private static let limits = DictionarySamples.Limits(count: 10_000, bytes: 2 << 20)

  /// Trains and stores a dictionary.
  ///
  /// Returns `nil` if the samples give no dictionary, and records this result. Also returns `nil`
  /// if the collection does not exist, or has another dictionary after the training.
  ///
  /// - Parameter isWanted: Returns whether to continue. If `isWanted` returns `false`, the method
  ///   returns `nil`.
  func run(while isWanted: () -> Bool) throws -> TrainedDictionary? {
    guard let samples = try collect(while: isWanted) else { return nil }
    // The write assigns the number, because another process can use the next number during the
    // training.
    let trained = CompressionDictionary.train(from: samples.values, id: 0)
    guard isWanted() else { return nil }
    return try keep(trained?.bytes, of: samples)
  }

  private func collect(while isWanted: () -> Bool) throws -> DictionarySamples? {
    try queue.store.read { (handle, snapshot) in
      guard let info = snapshot.catalog.collection(ofTable: table) else { return nil }
      return try DictionarySamples(of: info, in: handle, Self.limits, while: isWanted)
    }
  }

  /// Writes the dictionary, or records that the training gave no dictionary.
  private func keep(_ bytes: [UInt8]?, of samples: DictionarySamples) throws -> TrainedDictionary? {
    try queue.write(.durable) { session in
      try DictionaryWriting(session).keepDictionary(
        bytes, table: table, replacing: samples.dictionary, rows: samples.rows,
        samples: samples.values.count)
    }
  }
}

extension Catalog {
  /// Returns the collection with a table, or `nil` if no collection has the table.
  func collection(ofTable id: UInt32) -> CollectionRuntime? {
    collections.values.first { $0.id == id }
  }
}

extension WriteQueue {
  /// Trains dictionaries, on a background thread.
  func train() {
    while let table = store.training.next() {
      do {
        _ = try DictionaryTraining(queue: self, table: table).run { !isClosed }
        store.training.finish(table)
      } catch {
        // Without the dictionary, only compression is worse.
      }
    }
  }
}
