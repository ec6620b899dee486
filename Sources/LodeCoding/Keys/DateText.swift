/// ISO 8601 text in UTC for dates that the text reproduces exactly.
///
/// Source of the calendar: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// howardhinnant.github.io/date_algorithms.html.
package enum DateText {
  /// Formats a date's `timeIntervalSinceReferenceDate` with the fewest groups of three fraction
  /// digits, up to three groups.
  ///
  /// Returns `nil` if no text of this form parses to exactly `seconds`, or if the year is outside 1
  /// to 9999.
  package static func format(_ seconds: Double) -> String? {
    let whole = seconds.rounded(.down)
    guard whole >= -63_113_904_000, whole < 252_423_993_600 else { return nil }
    let day = (Int(whole) - secondOfDay(Int(whole))) / 86_400
    let (year, month, date) = civil(day)
    let time = secondOfDay(Int(whole))
    let start =
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T\(padded(time / 3600, 2)):"
      + "\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    for (digits, scale) in [(0, 1.0), (3, 1e3), (6, 1e6), (9, 1e9)] {
      let fraction = ((seconds - whole) * scale).rounded()
      guard fraction < scale else { continue }
      let text = start + (digits == 0 ? "" : "." + padded(Int(fraction), digits)) + "Z"
      if parse(text)?.bitPattern == seconds.bitPattern { return text }
    }
    return nil
  }

  /// Parses `YYYY-MM-DDThh:mm:ss[.fraction]Z` as a `timeIntervalSinceReferenceDate`, in seconds.
  ///
  /// The fraction has 1 to 19 digits. Returns `nil` for other text.
  package static func parse(_ text: String) -> Double? {
    // Most texts are no dates, so this check comes before any allocation.
    guard text.utf8.count >= 20, text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let bytes = Array(text.utf8)
    let shape = Array("0000-00-00T00:00:00".utf8)
    for (byte, wanted) in zip(bytes, shape) {
      let isDigit = (0x30...0x39).contains(byte)
      guard wanted == 0x30 ? isDigit : byte == wanted else { return nil }
    }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    let (year, month, date) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
    let day = days(year, month, date)
    guard civil(day) == (year, month, date) else { return nil }
    let whole = Double(day * 86_400 + hour * 3600 + minute * 60 + second)
    let fraction = bytes[19...].dropLast()
    if fraction.isEmpty { return whole }
    guard fraction.first == UInt8(ascii: "."), fraction.count > 1, fraction.count <= 20,
      fraction.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
      let part = Double("0" + String(decoding: fraction, as: UTF8.self))
    else { return nil }
    return whole + part
  }

  /// Returns the number of days from 2001-01-01 to the date.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - daysFrom0To2001
  }

  /// Returns the year, the month, and the day of the month for a number of days after 2001-01-01.
  private static func civil(_ day: Int) -> (Int, Int, Int) {
    let z = day + daysFrom0To2001
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }

  /// The number of days from `0000-03-01`, where the algorithm's eras begin, to `2001-01-01`.
  private static let daysFrom0To2001 = 730_791

  /// Returns the seconds since midnight UTC.
  private static func secondOfDay(_ whole: Int) -> Int { ((whole % 86_400) + 86_400) % 86_400 }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
