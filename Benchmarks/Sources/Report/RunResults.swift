public import BenchHarness

/// All that a run tells: where it ran, what it measured, which aims it met.
public struct RunResults: Codable, Sendable {
  /// A part of the run.
  public struct Chapter: Codable, Sendable {
    /// The workload's name.
    public let name: String
    /// One sentence about it.
    public let about: String
    /// Who took part, where it is not the engines of the run.
    public let entrants: [Entrant]?
    /// Against whom factors are given; the floor alone when there are none.
    public let bases: [String]

    /// Creates a chapter.
    public init(name: String, about: String, entrants: [Entrant]? = nil, bases: [String] = []) {
      self.name = name
      self.about = about
      self.entrants = entrants
      self.bases = bases
    }

    /// Creates the chapter of a workload.
    public init(_ workload: any Workload) {
      self.init(
        name: workload.name, about: workload.about, entrants: workload.entrants,
        bases: workload.bases)
    }
  }

  /// Facts about machine and versions, in the order in which they are shown.
  public let facts: [Fact]
  /// The engines; the first is the floor that ratios are against.
  public let entrants: [Entrant]
  /// The workloads.
  public let chapters: [Chapter]
  /// The samples.
  public let measurements: [Measurement]
  /// The aims, met or not.
  public let aims: [Aim]

  /// Creates the results of a run and judges its aims.
  public init(
    facts: [Fact], entrants: [Entrant], chapters: [Chapter], measurements: [Measurement]
  ) {
    self.facts = facts
    self.entrants = entrants
    self.chapters = chapters
    self.measurements = measurements
    aims = Aim.judge(measurements)
  }

  /// The measures of a workload, in the order in which they were made.
  func measures(of workload: String) -> [String] {
    var names: [String] = []
    for measurement in measurements
    where measurement.workload == workload && !names.contains(measurement.measure) {
      names.append(measurement.measure)
    }
    return names
  }

  /// The chapters; first, the chapters of Lode with its default options beside SQLite in C.
  public var chaptersToShow: [Chapter] {
    chapters.filter(comparesDefaults) + chapters.filter { !comparesDefaults($0) }
  }

  /// Whether Lode with its default options was measured beside SQLite in C.
  func comparesDefaults(_ chapter: Chapter) -> Bool {
    Set(entrants(of: chapter).map(\.name)).isSuperset(of: ["lode", "sqlite-c"])
  }

  /// Who took part in a chapter; the first is the floor.
  func entrants(of chapter: Chapter) -> [Entrant] { chapter.entrants ?? entrants }

  /// The factors of an entrant against the bases of a chapter, `nil` for a base that was not
  /// measured.
  func factors(_ found: Measurement, in chapter: Chapter) -> [Double?] {
    let floor = entrants(of: chapter).first.map { [$0.name] } ?? []
    let bases = chapter.bases.isEmpty ? floor : chapter.bases
    if bases == [found.engine] { return [] }
    return bases.map { base in
      guard base != found.engine, let base = measurement(chapter.name, found.measure, base) else {
        return nil
      }
      return speedRatio(found, over: base)
    }
  }

  /// What was found, where that is shown; empty elsewhere.
  func answer(_ workload: String, _ measure: String) -> String {
    measurements.first { $0.workload == workload && $0.measure == measure }?.answer ?? ""
  }

  func measurement(_ workload: String, _ measure: String, _ engine: String) -> Measurement? {
    measurements.first(workload, measure, engine)
  }
}

extension [Measurement] {
  func first(_ workload: String, _ measure: String, _ engine: String) -> Measurement? {
    first { $0.workload == workload && $0.measure == measure && $0.engine == engine }
  }
}

/// Something to know about a run.
public struct Fact: Codable, Sendable {
  /// What it is about.
  public let name: String
  /// What it is.
  public let value: String

  /// Creates a fact.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
