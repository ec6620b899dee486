import LodeStore
import Testing

@Suite("What is done with tokens")
struct FilterTests {
  @Test func `stop words are not found, and count as positions`() {
    let choice = TokenizerChoice.unicode().stopWords(["The", "ÖF"])
    #expect(placed(choice, "the state of THE art") == ["state@1", "art@4"])
    #expect(placed(choice, "state of the art", for: .query) == ["state@0", "art@3"])
  }

  @Test func `long stop words too`() {
    let choice = TokenizerChoice.unicode().stopWords(["nevertheless", "eightmax", "日本語"])
    #expect(
      terms(choice, "Nevertheless eightmax eightmas neverthelesz 日本語 日本") == [
        "eightmas", "neverthelesz", "日本",
      ])
  }

  @Test func `synonyms stand at the position of their word, in documents`() {
    let choice = TokenizerChoice.unicode().synonyms("short", version: 1) { word in
      word == "db" ? ["database", "", "Data Base"] : []
    }
    #expect(
      placed(choice, "a DB b") == ["a@0", "db@1", "database@1", "Data Base@1", "b@2"])
    #expect(placed(choice, "db", for: .query) == ["db@0"])
    #expect(tokens(choice, Array("a DB".utf8))[2].token.text == 2..<4)
  }

  @Test func `stop words and synonyms together keep positions`() {
    let choice = TokenizerChoice.porter.stopWords(["and"]).synonyms("s", version: 1) {
      $0 == "run" ? ["jog"] : []
    }
    #expect(placed(choice, "Running and jumps") == ["run@0", "jog@0", "jump@2"])
  }

  @Test func `Porter's stems are those of SQLite`() {
    let words = """
      connection connected connecting caresses ponies ties cats feed agreed plastered motoring sing \
      conflated troubled sized hopping tanned falling hissing fizzed failing filing happy sky relational \
      conditional rational valenci hesitanci digitizer conformabli radicalli differentli vileli analogousli \
      vietnamization predication operator feudalism decisiveness hopefulness callousness formaliti \
      sensitiviti sensibiliti triplicate formative formalize electriciti electrical hopeful goodness \
      revival allowance inference airliner gyroscopic adjustable defensible irritant replacement \
      adjustment dependent adoption homologou communism activate angulariti homologous effective \
      bowdlerize probate rate cease controll roll yes by says geologi syzygy ies sses eed übungen naïvely as is
      """
    let stems = """
      connect connect connect caress poni ti cat feed agre plaster motor sing conflat troubl size hop tan \
      fall hiss fizz fail file happi sky relat condit ration valenc hesit digit conform radic differ vile \
      analog vietnam predic oper feudal decis hope callous formal sensit sensibl triplic form formal \
      electr electr hope good reviv allow infer airlin gyroscop adjust defens irrit replac adjust depend \
      adopt homolog commun activ angular homolog effect bowdler probat rate ceas control roll ye by sai \
      geologi syzygi ie sse e ubungen naiv as is
      """
    #expect(terms(.porter, words).joined(separator: " ") == stems)
    // More than 64 bytes are no English word.
    let long = String(repeating: "x", count: 61) + "ings"
    #expect(terms(.porter, long) == [long])
  }
}
