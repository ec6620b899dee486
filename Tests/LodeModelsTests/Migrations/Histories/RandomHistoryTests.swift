import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

/// Random programs that change from version to version, and stores that went through some of the
/// versions.
///
/// A seed repeats a run, and a number makes it longer:
/// `LODE_SEED=7 LODE_HISTORIES=10000 Tests/run --filter RandomHistoryTests`.
@Suite("Random histories of a program", .serialized, .tags(.slow, .random))
struct RandomHistoryTests {
  @Test
  func
    `come to what a plain reference says, whichever versions of the program had the store before`()
    throws
  {
    var random = SeededGenerator()
    let count = environmentVariable("LODE_HISTORIES").flatMap(Int.init) ?? rounds(60)
    for round in 0..<count {
      // The seed of a history repeats it alone.
      let seed = round == 0 ? random.seed : random.next()
      do {
        var run = try HistoryRun("seed \(seed)", seed: seed)
        if count == 1 { print(run.history) }
        try run.run()
      } catch {
        Issue.record(error, "seed \(seed)")
      }
    }
  }
}
