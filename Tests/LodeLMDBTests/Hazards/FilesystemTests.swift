import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("File systems")
struct FilesystemTests {
  #if !canImport(Darwin)
    @Test(
      arguments: [
        0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB2", 0xFF53_4D42: "CIFS", 0x0102_1997: "9p",
        0x6573_5546: "FUSE", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x7375_7245: "Coda",
      ])
    func `H24 remote and user-space file systems are known by their number`(
      _ type: Int, _ name: String
    ) {
      #expect(!FileSystem.isLocal(type: type), "\(name)")
    }

    @Test(arguments: [
      0xEF53: "ext4", 0x5846_5342: "xfs", 0x0102_1994: "tmpfs", 0x9123_683E: "btrfs",
    ])
    func `H24 local file systems are not refused`(_ type: Int, _ name: String) {
      #expect(FileSystem.isLocal(type: type), "\(name)")
    }
  #endif

  @Test func `H24 the check can be overruled`() throws {
    let directory = try TemporaryDirectory()
    #expect(FileSystem.isLocal(directory.path))
    var options = EnvironmentOptions()
    options.allowsAnyFilesystem = true
    try Environment(path: directory.file("store"), options: options).close()
  }
}
