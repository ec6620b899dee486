import Foundation

// The functions that libFuzzer's `main` calls.

/// The target with the name under which the program runs.
private let target: any Target.Type = {
  let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
  guard let target = targets[name] else {
    fatalError("No target \"\(name)\". Add it to Tests/Fuzz/Support/Targets.swift.")
  }
  return target
}()

/// Runs the target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Unsafe: libFuzzer lends `count` bytes for the time of the call; they are copied.
  target.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// With `LODE_FUZZ_SEEDS=FOLDER`, only writes the seeds and the corpus into the folder, and the
/// words beside the folder.
///
/// With `LODE_FUZZ_KEEP=FOLDER`, only replaces the corpus by the inputs in the folder.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  guard let corpus = environment["LODE_FUZZ_CORPUS"].map({ Corpus(file: $0) }) else { return 0 }
  do {
    if let folder = environment["LODE_FUZZ_SEEDS"] {
      try writeSeeds(and: corpus.inputs(), to: URL(fileURLWithPath: folder))
    } else if let folder = environment["LODE_FUZZ_KEEP"] {
      try corpus.replace(byFilesIn: URL(fileURLWithPath: folder))
    } else {
      return 0
    }
  } catch {
    fatalError("No seeds: \(error)")
  }
  exit(0)
}

private func writeSeeds(and corpus: [[UInt8]], to folder: URL) throws {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (index, seed) in try (target.seeds() + corpus).enumerated() {
    try Data(seed).write(to: folder.appendingPathComponent("\(index)"))
  }
  let words = target.words.map { word in
    "\"" + word.utf8.map { "\\x" + String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
      + "\"\n"
  }
  try Data(words.joined().utf8).write(to: folder.appendingPathExtension("words"))
}
