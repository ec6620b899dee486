import Foundation
import Testing

@Suite("Unsafe code has its place")
struct InteropTests {
  /// The lines of code, without comments, of the Swift files below a folder of `Sources`.
  private func lines(below folder: String) throws -> [(place: String, text: Substring)] {
    try Compiler.files(in: Compiler.sources.appendingPathComponent(folder)).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").enumerated()
        .filter { !$1.drop { $0 == " " }.hasPrefix("//") }
        .map { (file.path + ":\($0 + 1)", $1) }
    }
  }

  /// LMDB's pointers, integers read out of bytes, zstd's contexts, and libstemmer's stemmers.
  private func mayBeUnsafe(_ place: String) -> Bool {
    [
      "/LodeLMDB/Interop/", "/LodeCoding/Bytes/", "/LodeCoding/Compression/Interop/",
      "/LodeText/Filters/Interop/",
    ]
    .contains { place.contains($0) }
  }

  private let pointer = #/Unsafe[A-Za-z]*Pointer|OpaquePointer|Unmanaged|MDB_val/#

  @Test func `no pointer leaves the folders that work with them`() throws {
    for (place, text) in try lines(below: ".") where text.contains(pointer) {
      #expect(mayBeUnsafe(place) || place.contains("/CLMDB/"), "\(place): \(text)")
      // Nothing that users can call takes or returns one.
      #expect(!text.contains("public "), "\(place): \(text)")
    }
  }

  @Test func `unsafe is written in four folders only`() throws {
    for (place, text) in try lines(below: ".")
    where text.contains("unsafe") && text.contains(#/(^|[^A-Za-z"`])unsafe[ (]/#) {
      #expect(mayBeUnsafe(place), "\(place): \(text)")
    }
  }
}
