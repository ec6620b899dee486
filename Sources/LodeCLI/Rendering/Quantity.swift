/// Returns a number with commas between thousands: `63,666`.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: index)
    index -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// Returns a number of bytes with about three digits, in powers of 1,000: `55.2 MB`.
func size(_ bytes: Int) -> String {
  if bytes < 1000 { return "\(bytes) B" }
  var value = Double(bytes) / 1000
  for unit in ["kB", "MB", "GB"] {
    if value < 999.95 { return "\(fixed(value, value < 100 ? 1 : 0)) \(unit)" }
    value /= 1000
  }
  return "\(fixed(value, 1)) TB"
}

/// Returns a duration in seconds with its unit: `0.61 s`.
func duration(_ seconds: Double) -> String { "\(fixed(seconds, seconds < 10 ? 2 : 1)) s" }

/// Returns a number with its noun: `1 row`, `2 rows`.
func count(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// Returns a nonnegative number with a fixed number of fraction digits.
private func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  if digits == 0 { return String(scaled) }
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
