import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The executable `lode` behaves as a program among others", .tags(.process))
struct ExecutableTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    _ = try lode(
      "import", place.store, "t", "-", input: String(repeating: "{\"a\":1}\n", count: 10_000))
  }

  private func shell(_ script: String) throws -> Run {
    let run = try program([
      "bash", "-c", "set -o pipefail; " + script, executable, place.store, place.directory.path,
    ])
    return try #require(run)
  }

  @Test func `exit statuses are 0, 1 and 64, and errors go to standard error`() throws {
    #expect(try shell("$0 get $1 t 1") == Run(status: 0, output: "{\"a\":1}\n", errors: ""))
    let failure = try shell("$0 get $1 t x")
    #expect(failure.status == 1)
    #expect(failure.output.isEmpty)
    #expect(failure.errors.hasPrefix("lode: There is no row"))
    #expect(try shell("$0 get $1").status == 64)
  }

  @Test func `a reader that has had enough ends it quietly`() throws {
    #expect(
      try shell("$0 export $1 t | head -n 1") == Run(status: 0, output: "{\"a\":1}\n", errors: ""))
    #expect(try shell("$0 readers $1") == Run(status: 0, output: "no readers\n", errors: ""))
  }

  @Test func `standard input may be a pipe, and a file may be a named pipe`() throws {
    #expect(
      try shell("$0 dump $1 | $0 load $2/copy - && cmp <($0 dump $1) <($0 dump $2/copy)").status
        == 0)
    #expect(
      try shell("$0 import $1 u <(echo '{}'; echo '{}') --json").output.contains("\"rows\":2"))
  }

  #if os(Linux)
    @Test func `a full disk behind the output is a failure that says so`() throws {
      let run = try shell("$0 export $1 t > /dev/full")
      #expect(run.status == 1)
      #expect(run.errors.contains("No space left on device"))
    }
  #endif

  #if os(Linux)
    @Test func `a full disk under the store is a failure that leaves the store as it was`() throws {
      let run = try shell(
        """
        mkdir $2/disk && mount -t tmpfs -o size=1m tmpfs $2/disk || exit 77
        trap 'umount $2/disk' EXIT
        $0 put $2/disk/s t 1 v
        yes '{"a":1}' | head -n 50000 | $0 import $2/disk/s t - ; echo status $?
        yes '{"a":1}' | head -n 50000 | $0 import $2/disk/new t - ; echo status $?
        ls -A $2/disk; $0 scan $2/disk/s t
        """)
      // Only root may mount.
      if run.status == 77 { return }
      #expect(run.lines == ["inserted", "status 1", "status 1", "s", "1  \"v\""])
      #expect(run.errors.split(separator: "\n").count == 2, "\(run.errors)")
      #expect(run.errors.contains("lode: The disk is full"))
    }
  #endif

  @Test func `a store that may not be read is a failure that says so`() throws {
    // Root may read everything: become somebody else where that can be.
    let run = try shell(
      """
      chmod 700 $1
      if [ $(id -u) = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups $0 stats $1
      else chmod 000 $1; $0 stats $1; status=$?; chmod 700 $1; exit $status; fi
      """)
    if run.errors.contains("setpriv") { return }
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("lode: "), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }
}

@Suite("LMDB's own tools work on a Lode store", .tags(.process))
struct LMDBToolsTests {
  static let isInstalled = (try? program(["mdb_stat", "-V"])) != nil

  @Test(.enabled(if: isInstalled, "lmdb-utils is not installed"))
  func `mdb_stat, mdb_dump and mdb_copy read it, and a copy of theirs is a sound store`() throws {
    let place = try Workplace()
    _ = try lode(
      "import", place.store, "t", "-", input: String(repeating: "{\"a\":1}\n", count: 1000))
    let stat = try #require(try program(["mdb_stat", "-a", place.store]))
    #expect(stat.status == 0)
    #expect(stat.output.contains("Entries: 1000"), "\(stat)")
    let dump = try #require(try program(["mdb_dump", "-a", place.store]))
    #expect(dump.status == 0)
    #expect(dump.output.hasPrefix("VERSION=3\n"))
    let copy = place.directory.file("copy")
    for options in [[], ["-c"]] {
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
      let run = try #require(try program(["mdb_copy"] + options + [place.store, copy]))
      #expect(run.status == 0)
      #expect(try lode("verify", copy).status == 0)
      #expect(try lode("dump", copy) == lode("dump", place.store))
      try FileManager.default.removeItem(atPath: copy)
    }
  }
}
