internal import BenchHarness
internal import Foundation

/// A number with three digits and its unit: `0.241 us`, `48.2 k/s`, `118 MB`.
func quantity(_ sample: Double, _ unit: BenchHarness.Unit) -> String {
  switch unit {
  case .time: scaled(sample, [(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1, "ns")])
  case .rate: scaled(1e9 / sample, [(1e6, "M/s"), (1e3, "k/s"), (1, "/s")])
  case .bytes: scaled(sample, [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")])
  }
}

private func scaled(_ value: Double, _ scales: [(Double, String)]) -> String {
  for (scale, unit) in scales where value >= scale { return "\(digits(value / scale)) \(unit)" }
  return "\(digits(value)) \(scales.last?.1 ?? "")"
}

/// Three digits that count.
func digits(_ value: Double) -> String {
  switch abs(value) {
  case 100...: String(format: "%.0f", value)
  case 10...: String(format: "%.1f", value)
  default: String(format: "%.2f", value)
  }
}
