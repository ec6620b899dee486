internal import Coders
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// A question of the tour about the packages.
struct TourQuestion {
  /// The question, with the condition that asks it.
  let text: String
  /// Asks Lode.
  let ask: (StoreDocuments) throws -> String
  /// Answers by a loop over the records.
  let expected: ([PackageRecord]) -> String

  /// How many documents meet a condition.
  private static func count(
    _ condition: String, _ isChosen: @escaping (PackageRecord) -> Bool
  ) -> TourQuestion {
    TourQuestion(text: condition) {
      "\(try $0.count(Selection(parsing: condition)))"
    } expected: {
      "\($0.count(where: isChosen))"
    }
  }

  /// The two packages with the largest installed sizes that meet a condition.
  private static func largest(
    _ condition: String, _ isChosen: @escaping (PackageRecord) -> Bool
  ) -> TourQuestion {
    let text =
      condition + (condition.isEmpty ? "" : " ") + "ORDER BY \"Installed-Size\" DESC LIMIT 2"
    return TourQuestion(text: text) { documents in
      // The name is the key.
      let documents = try documents.fetch(Selection(parsing: text))
      return try documents.map { try $0.key.decode(String.self) }.joined(separator: ", ")
    } expected: { records in
      records.filter(isChosen).sorted {
        ($1.installedSize ?? -1, $0.package) < ($0.installedSize ?? -1, $1.package)
      }.prefix(2).map(\.package).joined(separator: ", ")
    }
  }

  /// The largest groups of documents with the same value in a field.
  private static func groups(
    _ condition: String, by field: String, limit: Int,
    _ isChosen: @escaping (PackageRecord) -> Bool, _ value: @escaping (PackageRecord) -> String
  ) -> TourQuestion {
    func largest(_ groups: [(value: String, count: Int)]) -> String {
      groups.sorted { ($1.count, $0.value) < ($0.count, $1.value) }.prefix(limit)
        .map { "\($0.value) \($0.count)" }.joined(separator: ", ")
    }
    return TourQuestion(text: "\(condition)\(condition.isEmpty ? "" : ", ")grouped by \(field)") {
      documents in
      let selection = try condition.isEmpty ? Selection() : Selection(parsing: condition)
      let groups = try documents.store.read {
        try $0.documents(documents.name).groups(by: [ArchivePath([field])], [.count], selection)
      }
      return largest(groups.map { ($0.values[0].string ?? "", $0.results[0]?.int ?? 0) })
    } expected: { records in
      let groups = Dictionary(grouping: records.filter(isChosen), by: value)
      return largest(groups.map { ($0.key, $0.value.count) })
    }
  }

  /// The sums and averages of installed sizes in two sections.
  private static var sizes: TourQuestion {
    TourQuestion(
      text: "Section IN ('editors', 'shells'), sum and average of Installed-Size by Section"
    ) { documents in
      let size = ArchivePath(["Installed-Size"])
      let selection = try Selection(parsing: "Section IN ('editors', 'shells')")
      let groups = try documents.store.read {
        try $0.documents(documents.name)
          .groups(by: ["Section"], [.count, .sum(size), .average(size)], selection)
      }
      return groups.map { group in
        let average = Int((group.results[2]?.double ?? 0).rounded())
        return
          "\(group.values[0].string ?? "") \(group.results[0]?.int ?? 0) \(group.results[1]?.int ?? 0) \(average)"
      }.joined(separator: ", ")
    } expected: { records in
      ["editors", "shells"].compactMap { section in
        let chosen = records.filter { $0.section == section }
        if chosen.isEmpty { return nil }
        let sizes = chosen.compactMap(\.installedSize)
        let sum = sizes.reduce(0, +)
        let average = Int((Double(sum) / Double(max(sizes.count, 1))).rounded())
        return "\(section) \(chosen.count) \(sum) \(average)"
      }.joined(separator: ", ")
    }
  }

  /// The questions, in the tour's order.
  static var all: [TourQuestion] {
    [
      count("Section = 'games'") { $0.section == "games" },
      largest("") { _ in true },
      count("\"Installed-Size\" > 1000000") { $0.installedSize ?? 0 > 1_000_000 },
      count("Priority = 'required' AND Section = 'shells'") {
        $0.priority == "required" && $0.section == "shells"
      },
      groups("", by: "Priority", limit: 5, { _ in true }, \.priority),
      groups("", by: "Maintainer", limit: 1, { _ in true }, \.maintainer),
      sizes,
      groups(
        "Maintainer BEGINSWITH 'Debian Games' AND Section != 'games'", by: "Section", limit: 3,
        { $0.maintainer.hasPrefix("Debian Games") && $0.section != "games" }, \.section),
      count(
        "Maintainer BEGINSWITH 'Debian Games' AND Section = 'games' AND \"Installed-Size\" < 100"
      ) {
        $0.maintainer.hasPrefix("Debian Games") && $0.section == "games"
          && $0.installedSize ?? 100 < 100
      },
      count("Section = 'database' AND Description CONTAINS FOLDED 'postgresql'") {
        $0.section == "database" && $0.description.lowercased().contains("postgresql")
      },
      largest("Section = 'debug'") { $0.section == "debug" },
      count("Depends CONTAINS 'libsqlite3-0' AND NOT Section = 'libs'") {
        ($0.depends ?? "").contains("libsqlite3-0") && $0.section != "libs"
      },
    ]
  }
}
