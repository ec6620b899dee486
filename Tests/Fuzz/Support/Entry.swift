import Foundation

// The functions that libFuzzer's `main` calls.

/// Runs the target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Unsafe: libFuzzer lends `count` bytes for the time of the call; they are copied.
  Fuzzed.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Writes the seeds into the folder that `LODE_FUZZ_SEEDS` names, and the words beside it, and does nothing else then.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["LODE_FUZZ_SEEDS"] else { return 0 }
  do {
    let place = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (index, seed) in try Fuzzed.seeds().enumerated() {
      try Data(seed).write(to: place.appendingPathComponent("\(index)"))
    }
    let words = Fuzzed.words.map { word in
      "\"" + word.utf8.map { "\\x" + String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
        + "\"\n"
    }
    try Data(words.joined().utf8).write(to: place.appendingPathExtension("words"))
  } catch {
    fatalError("No seeds: \(error)")
  }
  exit(0)
}
