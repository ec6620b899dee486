internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Documents of generated text, about 74 words each, in the form that each peer takes.
///
/// One word in four is the usual follower of the one before, so that there are phrases.
@safe public final class SearchTexts {
  /// The documents, with keys from 1.
  public let articles: [Article]
  /// The words of each title.
  let titles: [[Int]]
  private let bytes: UnsafeMutablePointer<UInt8>
  private let texts: UnsafeMutablePointer<search_text>

  /// The documents in C's form, valid as long as this is.
  var forC: UnsafePointer<search_text> { unsafe UnsafePointer(texts) }

  /// Makes documents.
  public convenience init(_ count: Int, of vocabulary: Vocabulary, seed: UInt64) {
    var writer = Writer(vocabulary: vocabulary, noise: Noise(seed: seed))
    var titles: [[Int]] = []
    let articles = (1...max(count, 1)).map { id in
      let (article, title) = writer.article(id)
      titles.append(title)
      return article
    }
    self.init(articles, titles)
  }

  private init(_ articles: [Article], _ titles: [[Int]]) {
    self.articles = articles
    self.titles = titles
    let count = articles.reduce(0) {
      $0 + $1.title.utf8.count + $1.body.utf8.count + $1.tags.utf8.count
    }
    unsafe bytes = .allocate(capacity: max(count, 1))
    unsafe texts = .allocate(capacity: max(articles.count, 1))
    var next = unsafe bytes
    for (index, article) in articles.enumerated() {
      unsafe (texts + index).initialize(to: search_text())
      unsafe texts[index].columns.0 = Self.copy(article.title, to: &next)
      unsafe texts[index].columns.1 = Self.copy(article.body, to: &next)
      unsafe texts[index].columns.2 = Self.copy(article.tags, to: &next)
    }
  }

  private static func copy(
    _ text: String, to next: inout UnsafeMutablePointer<UInt8>
  ) -> bench_slice {
    let start = unsafe next
    for byte in text.utf8 {
      unsafe next.initialize(to: byte)
      unsafe next += 1
    }
    return unsafe bench_slice(bytes: start, count: next - start)
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe texts.deallocate()
  }
}

/// Writes documents.
private struct Writer {
  let vocabulary: Vocabulary
  var noise: Noise

  mutating func article(_ id: Int) -> (Article, title: [Int]) {
    let title = places(Int.random(in: 4...10, using: &noise))
    let body = places(Int.random(in: 24...100, using: &noise))
    let tags = (0..<Int.random(in: 2...8, using: &noise)).map { _ in vocabulary.place(&noise) }
    let article = Article(
      id: id, title: text(title, every: .max), body: text(body, every: 12),
      tags: tags.map { vocabulary.words[$0] }.joined(separator: ", "))
    return (article, title)
  }

  private mutating func places(_ count: Int) -> [Int] {
    var places: [Int] = []
    for _ in 0..<count {
      if let last = places.last, Int.random(in: 0..<4, using: &noise) == 0 {
        places.append((last &* 7 &+ 3) % vocabulary.words.count)
      } else {
        places.append(vocabulary.place(&noise))
      }
    }
    return places
  }

  private func text(_ places: [Int], every sentence: Int) -> String {
    var text = ""
    for (index, place) in places.enumerated() {
      let isFirst = index % sentence == 0
      if index > 0 { text += isFirst ? ". " : " " }
      text += isFirst ? vocabulary.words[place].capitalized : vocabulary.words[place]
    }
    return text
  }
}

extension String {
  /// The word with a first letter that is a capital.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
