import LodeStore
import Testing

/// What SQLite 3.40.1 makes of the same texts, as it was asked once.
@Suite("Tokens are those of SQLite")
struct SQLiteAgreementTests {
  private static let texts = [
    "Hello, World! foo-bar_baz x86_64 C++ don't 3.14 a.b@c.de",
    "Ärger ÀÉÎÕÜ straße Æsir øre ﬁne Łódź ſ \u{212A} \u{212B}",
    "İstanbul ıI ΣΊΣΥΦΟΣ ς Ωμέγα ΆΈ",
    "thuế phởdav Việt ǖ ṩ ḝ",
    "Ёлка ЙОД їжак",
    "日本語テキスト、検索。한국어 텍스트 中文",
    "ⅣⅫ ²³ ½ ٣٤ ①Ⓐ",
    "emoji 😀 a😀b € £5 №1",
    "tab\tnew\nline\u{A0}nbsp\u{2003}em\u{200B}zw\u{AD}shy",
    "हिन्दी ภาษาไทย עברית العَرَبِيَّة",
    "Ǆ ǅ ǆ Ა ა Ꭰ ꭰ Ⴀ ⴀ 𐐀 𐐨 𝐀",
  ]

  @Test func `Unicode words that lose one mark`() {
    #expect(
      areSame(
        Self.texts.map { terms(.unicode(), $0).joined(separator: " ") },
        [
          "hello world foo bar baz x86 64 c don t 3 14 a b c de",
          "arger aeiou straße æsir øre ﬁne łodz s k a",
          "istanbul ıi σίσυφοσ σ ωμέγα άέ",
          "thuế phởdav việt ǖ ṩ ḝ",
          "ёлка йод їжак",
          "日本語テキスト 検索 한국어 텍스트 中文",
          "ⅳⅻ ²³ ½ ٣٤ ①",
          "emoji a b 5 1",
          "tab new line nbsp em zw shy",
          "ह न द ภาษาไทย עברית الع ر ب ي ة",
          "ǆ ǆ ǆ Ა ა Ꭰ ꭰ ⴀ ⴀ 𐐨 𐐨 𝐀",
        ]))
  }

  @Test func `Unicode words that keep marks`() {
    #expect(
      areSame(
        Self.texts.prefix(4).map { terms(.unicode(.keep), $0).joined(separator: " ") },
        [
          "hello world foo bar baz x86 64 c don t 3 14 a b c de",
          "ärger àéîõü straße æsir øre ﬁne łódź s k å",
          "İstanbul ıi σίσυφοσ σ ωμέγα άέ",
          "thuế phởdav việt ǖ ṩ ḝ",
        ]))
  }

  @Test func `Unicode words that lose all marks`() {
    #expect(
      areSame(
        Self.texts.prefix(4).map { terms(.unicode(.all), $0).joined(separator: " ") },
        [
          "hello world foo bar baz x86 64 c don t 3 14 a b c de",
          "arger aeiou straße æsir øre ﬁne łodz s k a",
          "istanbul ıi σίσυφοσ σ ωμέγα άέ",
          "thue phodav viet u s e",
        ]))
  }

  @Test func `ASCII words`() {
    #expect(
      areSame(
        Self.texts.prefix(8).map { terms(.simple, $0).joined(separator: " ") },
        [
          "hello world foo bar baz x86 64 c don t 3 14 a b c de",
          "Ärger ÀÉÎÕÜ straße Æsir øre ﬁne Łódź ſ \u{212A} \u{212B}",
          "İstanbul ıi ΣΊΣΥΦΟΣ ς Ωμέγα ΆΈ",
          "thuế phởdav việt ǖ ṩ ḝ",
          "Ёлка ЙОД їжак",
          "日本語テキスト、検索。한국어 텍스트 中文",
          "ⅣⅫ ²³ ½ ٣٤ ①Ⓐ",
          "emoji 😀 a😀b € £5 №1",
        ]))
  }

  @Test func `trigrams`() {
    #expect(terms(.trigram, "Ärger ⒶB") == ["ärg", "rge", "ger", "er ", "r ⓐ", " ⓐb"])
    #expect(terms(.trigram, "検索。") == ["検索。"])
    #expect(terms(.trigram, "ab").isEmpty)
  }
}
