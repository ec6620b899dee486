internal import LodeCoding
internal import LodeModels
internal import LodeSearch
internal import LodeStore

/// A search of the tour in the descriptions.
struct TourSearch {
  /// The search, with its condition.
  let text: String
  /// Asks Lode.
  let ask: (StoreDocuments) throws -> String
  /// Answers by a loop over the descriptions.
  let expected: ([Descriptions.Description]) -> String

  /// Counts the documents that a search finds in a language, or in all.
  private static func count(
    _ search: String, language: String? = nil,
    _ isChosen: @escaping (Descriptions.Description) -> Bool
  ) -> TourSearch {
    let condition = language.map { "Language = '\($0)'" }
    let text = "\(search), counted" + (condition.map { " where \($0)" } ?? "")
    return TourSearch(text: text) { documents in
      let selection = try condition.map { try Selection(parsing: $0) } ?? Selection()
      return "\(try documents.count(selection.matching(search)))"
    } expected: {
      "\($0.count { (language == nil || language == $0.language) && isChosen($0) })"
    }
  }

  /// Finds the three best in a language: each must have what the search asks for.
  private static func best(
    _ search: String, language: String, _ isChosen: @escaping (Descriptions.Description) -> Bool
  ) -> TourSearch {
    TourSearch(text: "\(search), three best where Language = '\(language)'") { documents in
      let selection = try Selection(parsing: "Language = '\(language)'")
      let hits = try documents.search(selection.matching(search).limit(3))
      let isRight = hits.allSatisfy { hit in
        func text(_ name: String) -> String { hit.object[name]?.string ?? "" }
        return isChosen(
          Descriptions.Description(
            package: text("Package"), language: text("Language"), title: text("Title"),
            text: text("Text")))
      }
      return "\(hits.count)\(isRight ? "" : ", not all of them right")"
    } expected: {
      "\(min($0.count { $0.language == language && isChosen($0) }, 3))"
    }
  }

  /// The searches, in the tour's order.
  static var all: [TourSearch] {
    [
      count("embedded database NOT server", language: "en", isEmbedded),
      best("embedded database NOT server", language: "en", isEmbedded),
      count("データベース") { $0.texts.contains { $0.contains("データベース") } },
      count("データベース 組み込み") { description in
        ["データベース", "組み込み"].allSatisfy { part in
          description.texts.contains { $0.contains(part) }
        }
      },
      count("数据库", language: "zh_CN") { $0.texts.contains { $0.contains("数据库") } },
    ]
  }

  private static func isEmbedded(_ description: Descriptions.Description) -> Bool {
    let words = Set(description.texts.flatMap(words))
    return words.isSuperset(of: ["embedded", "database"]) && !words.contains("server")
  }

  /// The runs of letters and digits, in lower case.
  private static func words(_ text: String) -> [String] {
    text.lowercased().unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark:
        false
      default: true
      }
    }.map { String($0) }
  }
}
