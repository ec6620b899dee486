internal import BenchHarness

/// One measure of a chapter as bars: the best entrant has a whole one, others as much of it as they
/// have of its speed.
struct MeasureBars {
  /// The bar of an entrant.
  struct Bar {
    /// The entrant.
    let label: String
    /// The entrant's place in the chapter, which decides the color.
    let place: Int
    /// The median, with its unit.
    let text: String
    /// The part of a whole bar.
    let share: Double
    /// The parts of the slowest and of the fastest round.
    let spread: ClosedRange<Double>
  }

  /// The measure.
  let title: String
  /// A bar for each entrant that was measured.
  let bars: [Bar]
}

extension RunResults {
  /// The bars of every measure of a chapter.
  func bars(of chapter: Chapter) -> [MeasureBars] {
    measures(of: chapter.name).map { measure in
      let found = entrants(of: chapter).enumerated().compactMap { place, entrant in
        measurement(chapter.name, measure, entrant.name).flatMap { found in
          Summary(found.samples).map { (place, found, $0) }
        }
      }
      // Samples are times or sizes: the least is the best.
      let best = max(found.map(\.2.median).min() ?? 1, .leastNormalMagnitude)
      let bars = found.map { place, found, summary in
        let low = best / max(summary.max, best),
          high = min(best / max(summary.min, .leastNormalMagnitude), 1)
        return MeasureBars.Bar(
          label: found.engine, place: place, text: quantity(summary.median, found.unit),
          share: best / max(summary.median, best), spread: min(low, high)...max(low, high))
      }
      return MeasureBars(title: measure, bars: bars)
    }
  }
}
