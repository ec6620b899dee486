import Foundation
import LodeLMDB
import LodeModels

/// `features ROOT SEED [small]`: builds the store that the damage runner damages.
@Sendable func runFeatures(_ arguments: Arguments) throws -> Int32 {
  try FeatureStore.build(
    arguments.text(0), seed: arguments.seed(1), isSmall: arguments.has("small"))
  return 0
}

/// `inspect`: opens damaged copies of a store of `features`; one process opens all copies.
///
/// - `READ DIR [full]` opens read-only, and answers each question.
/// - `WRITE DIR [full]` opens for writing, changes each collection, and answers each question.
/// - `SCRUB DIR [full]` opens for writing, waits for a pass of the scrubber, and answers each
///   question.
///
/// The answer is one line of words `NAME=DIGEST` or `NAME=!CODE`. Each word is written at once, so
/// that the last word tells where a process died.
@Sendable func runInspection(_ arguments: Arguments) throws -> Int32 {
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1, ["READ", "WRITE", "SCRUB"].contains(words[0]) else {
      say("cannot read \(line)")
      continue
    }
    var options = StoreOptions(create: false, trainsDictionaries: false)
    options.readOnly = words[0] == "READ"
    options.checking = words.contains("full") ? .full : .automatic
    inspect(words[1], options, command: words[0])
    say("")
  }
  return 0
}

private func inspect(_ path: String, _ options: StoreOptions, command: String) {
  var opened: Store?
  report("open") {
    opened = try FeatureStore.open(path, options: options)
    return "ok"
  }
  guard let store = opened else { return }
  if command == "SCRUB" {
    report("scrub") {
      store.scrub()
      return store.health.isSound ? "sound" : "unsound"
    }
  }
  if command == "WRITE" {
    for change in FeatureChange.all {
      report("write.\(change.collection)") {
        try store.write { try change.run(&$0) }
        return "ok"
      }
    }
  }
  for question in FeatureQuestion.all where options.readOnly || !question.dependsOnJobs {
    report(question.name) {
      var digest = Digest()
      try store.read { try question.answer($0, &digest) }
      return String(digest.value, radix: 16)
    }
  }
  report("verify") { try store.verify().isSound ? "sound" : "unsound" }
  report("close") {
    store.close()
    return "ok"
  }
}

/// Writes the result of a step, or the code of its error, as one word.
private func report(_ name: String, _ step: () throws -> String) {
  var result: String
  do {
    result = try step()
  } catch {
    result = "!" + FeatureQuestion.code(of: error)
  }
  FileHandle.standardOutput.write(Data("\(name)=\(result) ".utf8))
}
