internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// The texts of an object that were searched, and where in them something was found.
struct HitTexts {
  /// Of each text the number of its column; a field with several texts has one for each.
  private var columns: [Int] = []
  private var texts: [ColumnText] = []
  /// What was found, with the numbers of texts in place of columns.
  private var instances: [PhraseInstance] = []
  private let fields: [SearchField]

  /// - Parameters:
  ///   - instances: the phrases that were found, ordered by column and position.
  ///   - value: what the object has at a path.
  init(
    _ fields: [SearchField], _ instances: [PhraseInstance], _ value: (ArchivePath) -> ArchiveValue?
  ) {
    self.fields = fields
    for (column, field) in fields.enumerated() {
      guard let tokenizer = field.tokenizer.makeTokenizer() else { continue }
      var rest = instances.filter { $0.column == column }[...]
      // The first position of the text, as the index counts them.
      var base = 0
      for text in value(field.path)?.searchedTexts ?? [] {
        let text = ColumnText(text, tokenizer)
        let end = base + text.positionCount + 1
        while var instance = rest.first, instance.position < end {
          instance.column = texts.count
          instance.position -= base
          self.instances.append(instance)
          rest.removeFirst()
        }
        columns.append(column)
        texts.append(text)
        base = end
      }
    }
  }

  /// A field's texts with marks, a line for each text, or `nil` if the field has no text.
  func highlighted(_ field: String, _ marks: SearchMarks) -> String? {
    let numbers = numbers(of: field)
    if numbers.isEmpty { return nil }
    return numbers.map { texts[$0].highlight(instances(in: $0), marks) }.joined(separator: "\n")
  }

  /// The part that shows best what was found; `nil` when there are no texts.
  func snippet(_ field: String?, _ marks: SearchMarks, _ tokens: Int) -> String? {
    let wanted = field.map { Set(numbers(of: $0)) } ?? Set(texts.indices)
    if wanted.isEmpty { return nil }
    let shown = texts.enumerated().map { wanted.contains($0) ? $1 : nil }
    return Snippet(shown, instances, length: tokens).text(of: shown, instances, marks)
  }

  /// Where something was found in the only text of a field, or in the first.
  func matches(in field: String) -> [Range<Int>] {
    numbers(of: field).first.map { texts[$0].matches(instances(in: $0)) } ?? []
  }

  private func numbers(of field: String) -> [Int] {
    texts.indices.filter { fields[columns[$0]].path.description == field }
  }

  private func instances(in text: Int) -> [PhraseInstance] {
    instances.filter { $0.column == text }
  }
}

extension ArchiveValue {
  /// The texts that a search index takes of the value, in its order.
  fileprivate var searchedTexts: [String] {
    switch untyped {
    case .string(let text): [text]
    case .array(let all): all.compactMap(\.string)
    case .set(let all):
      all.compactMap(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    default: []
    }
  }
}
