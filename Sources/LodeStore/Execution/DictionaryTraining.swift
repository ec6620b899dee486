internal import LodeCoding
internal import LodeLMDB

/// A compression dictionary of a collection.
public struct TrainedDictionary: Sendable, Hashable {
  /// The number by which rows refer to the dictionary.
  public let number: UInt32
  /// The size, in bytes.
  public let size: Int
  /// The number of rows that trained the dictionary.
  public let samples: Int
}

/// Trains a dictionary from the rows of a collection: reads samples in a snapshot, trains without
/// any lock, and keeps the result in one small write.
struct DictionaryTraining {
  let core: StoreCore
  let queue: WriteQueue
  /// The number of the collection's table, which stays when it is renamed.
  let table: UInt32

  private static let limits = DictionarySamples.Limits(count: 10_000, bytes: 2 << 20)

  /// Trains and keeps a dictionary; `nil` when none would help, which is kept in mind too.
  ///
  /// - Parameter isWanted: whether it still makes sense, asked at times; the result is `nil` when
  ///   it does not.
  func run(while isWanted: () -> Bool) throws -> TrainedDictionary? {
    guard let samples = try collect(while: isWanted) else { return nil }
    // The number is given when the dictionary is kept: another process may train one as well.
    let trained = CompressionDictionary.train(from: samples.values, id: 0)
    guard isWanted() else { return nil }
    return try keep(trained?.bytes, of: samples)
  }

  private func collect(while isWanted: () -> Bool) throws -> DictionarySamples? {
    let (handle, snapshot) = try core.beginRead()
    defer { core.environment.endRead(handle) }
    guard let info = snapshot.catalog.collection(ofTable: table) else { return nil }
    return try DictionarySamples(of: info, in: handle, Self.limits, while: isWanted)
  }

  /// Writes the dictionary, or records that this number of rows gave none.
  private func keep(_ bytes: [UInt8]?, of samples: DictionarySamples) throws -> TrainedDictionary? {
    let box = ResultBox<TrainedDictionary?>()
    let ticket = WriteTicket()
    let table = table
    let request = WriteRequest(
      durability: .durable,
      body: { transaction in
        box.value = try transaction.context.keepDictionary(
          bytes, table: table, replacing: samples.dictionary, rows: samples.rows,
          samples: samples.values.count)
      },
      finish: { ticket.finish($0) })
    _ = try queue.submit(request, mayRunHere: true)
    try ticket.wait()
    return box.value ?? nil
  }
}

extension Catalog {
  /// The collection of a table.
  func collection(ofTable id: UInt32) -> CollectionInfo? {
    collections.values.first { $0.id == id }
  }
}
