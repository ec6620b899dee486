import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The number of collections")
struct CollectionLimitTests {
  @Test(arguments: [0, -1, 1_048_561, .max])
  func `an impossible maximumCollections is refused by its own name`(number: Int) throws {
    let directory = try TemporaryDirectory()
    var options = StoreOptions()
    options.maximumCollections = number
    let error = #expect(throws: StoreError.self) {
      _ = try Store(directory.file("s"), options: options)
    }
    #expect(error?.code == .invalidOption)
    #expect(error?.context.contains("maximumCollections is \(number), not 1 to 1048560") == true)
    #expect(!FileManager.default.fileExists(atPath: directory.file("s")))
  }

  @Test func `maximumCollections above the room that grows by itself makes that room`() throws {
    var options = StoreOptions()
    options.maximumCollections = 200_000
    let fixture = try TestStore(options)
    #expect(fixture.store.core.environment.tableCapacity >= 200_000)
    try fixture.store["a"].put(1, forKey: 1)
    #expect(try fixture.store["a"].get(1) == 1)
  }
}
