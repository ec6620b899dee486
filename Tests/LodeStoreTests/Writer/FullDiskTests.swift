import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A full disk", .enabled(if: SmallDisk.isPermitted), .tags(.process))
struct FullDiskTests {
  @Test func `is a typed error; the store stays readable, and writable once there is room`() throws
  {
    let disk = try #require(try SmallDisk(kilobytes: 4096))
    // The values are alike, and have to fill the disk.
    var options = StoreOptions()
    options.compression = .off
    let store = try Store(disk.path + "/s", options: options)
    try store["a"].put("v", forKey: 1)
    try disk.fill(leaving: 64 << 10)
    let value = [UInt8](repeating: 1, count: 100_000)
    var written = 0
    let error = expect(.diskFull) {
      for i in 0..<100 {
        try store["b"].put(value, forKey: i)
        written += 1
      }
    }
    #expect(error?.description.contains("Free disk space") == true)
    #expect(try store["a"].get(1) == "v")
    #expect(try store["b"].count == written)
    expect(.diskFull) { try store["b"].put(value, forKey: 1000) }
    let revision = try store.revision
    try disk.free()
    for i in 0..<10 { try store["c"].put(value, forKey: i) }
    #expect(try store.revision == revision + 10)
    #expect(try store["c"].get(9) == value)
    #expect(try store.verify().isSound)
    store.close()
    let again = try Store(disk.path + "/s")
    #expect(try again["c"].count == 10)
    again.close()
  }
}
