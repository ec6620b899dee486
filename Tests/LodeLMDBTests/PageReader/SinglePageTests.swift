import LodeTestSupport
import Testing

@testable import LodeLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Reads that get single pages from the disk")
struct SinglePageTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  private var readsSinglePages: Bool? {
    get throws {
      try environment.admission.withHandle { (handle) throws(LMDBError) in
        handle.maps?.newest.readsSinglePages
      }
    }
  }

  /// Opens the environment again, with its data file outside of the page cache where possible.
  private func reopened() throws -> Environment {
    environment.close()
    #if !canImport(Darwin)
      let file = try Descriptor(path: environment.path + "/data.mdb", .read)
      let isEvicted =
        file.isSynchronized() && posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) == 0
      #expect(isEvicted)
    #endif
    return try Environment(path: environment.path)
  }

  @Test(arguments: [100, 9000]) func `they find every row`(size: Int) throws {
    try environment.fill(table, 3000, size: size)
    let rows = try environment.rows(table)
    let again = try reopened()
    let found = try again.readingSinglePages { try again.rows(again.table("t")) }
    #expect(found == rows)
  }

  @Test func `the system reads the pages around again afterwards, also after an error`() throws {
    #expect(try readsSinglePages == false)
    #expect(try environment.readingSinglePages { () throws in try readsSinglePages } == true)
    #expect(try readsSinglePages == false)
    #expect(throws: Stop.self) {
      try environment.readingSinglePages { () throws in throw Stop() }
    }
    #expect(try readsSinglePages == false)
  }

  @Test func `a closed environment runs the closure`() {
    environment.close()
    #expect(environment.readingSinglePages { 1 } == 1)
  }
}
