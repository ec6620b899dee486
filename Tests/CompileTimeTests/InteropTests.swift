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

  private let pointer = #/Unsafe[A-Za-z]*Pointer|OpaquePointer|Unmanaged|MDB_val/#

  @Test func `no pointer leaves the folder LodeLMDB/Interop`() throws {
    for (place, text) in try lines(below: ".") where text.contains(pointer) {
      let isInside =
        place.contains("/LodeLMDB/Interop/") || place.contains("/LodeCoding/Bytes/")
        || place.contains("/CLMDB/")
      #expect(isInside, "\(place): \(text)")
      // Nothing that users can call takes or returns one.
      #expect(!text.contains("public "), "\(place): \(text)")
    }
  }

  @Test func `unsafe is written in two folders only`() throws {
    for (place, text) in try lines(below: ".") where text.contains(#/(^|[^A-Za-z"`])unsafe[ (]/#) {
      let isInside = place.contains("/LodeLMDB/Interop/") || place.contains("/LodeCoding/Bytes/")
      #expect(isInside, "\(place): \(text)")
    }
  }
}
