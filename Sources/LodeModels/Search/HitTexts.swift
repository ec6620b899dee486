internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// The searched texts of an object, and the matches within the texts.
struct HitTexts {
  /// The column of each text; several texts can have the same column.
  private var columns: [Int] = []
  private var texts: [ColumnText] = []
  /// The matches; the `column` of a match is the number of a text.
  private var instances: [PhraseInstance] = []
  private let fields: [SearchField]

  /// Reads the texts of an object, and assigns the matches to the texts.
  ///
  /// - Parameters:
  ///   - fields: The searched fields, in the order of the index's columns.
  ///   - instances: The matched phrases, ordered by column and position.
  ///   - value: Returns the object's value at a path.
  init(
    _ fields: [SearchField], _ instances: [PhraseInstance], _ value: (ArchivePath) -> ArchiveValue?
  ) {
    self.fields = fields
    for (column, field) in fields.enumerated() {
      guard let tokenizer = field.tokenizer.makeTokenizer() else { continue }
      var rest = instances.filter { $0.column == column }[...]
      // The position of the text's first token in the field, as the index counts positions.
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

  /// Returns the texts of a field with marks, a line for each text, or `nil` if the field has no
  /// text.
  func highlighted(_ field: String, _ marks: SearchMarks) -> String? {
    let numbers = numbers(of: field)
    if numbers.isEmpty { return nil }
    return numbers.map { texts[$0].highlight(instances(in: $0), marks) }.joined(separator: "\n")
  }

  /// Returns the excerpt with the best matches, or `nil` if the field or the object has no text.
  func snippet(_ field: String?, _ marks: SearchMarks, _ tokens: Int) -> String? {
    let wanted = field.map { Set(numbers(of: $0)) } ?? Set(texts.indices)
    if wanted.isEmpty { return nil }
    let shown = texts.enumerated().map { wanted.contains($0) ? $1 : nil }
    return Snippet(shown, instances, length: tokens).text(of: shown, instances, marks)
  }

  /// Returns the ranges, in UTF-8 offsets, of the matches in the first text of a field.
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
  /// The texts that a full-text index reads from the value, in index order.
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
