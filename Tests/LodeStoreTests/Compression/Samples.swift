import LodeCoding
import LodeStore
import LodeTestSupport

/// Records like those that programs keep: alike, and each another.
func sampleRecord(_ number: Int) -> String {
  let names = ["ada", "grace", "alan", "edsger", "barbara", "donald", "leslie"]
  let name = names[abs(number) % 7] + "\(number &* 2_654_435_761 % 100_000)"
  return """
    {"name":"\(name)","mail":"\(name)@example.org","age":\(20 + abs(number) % 60),"city":"Turin",\
    "tags":["reader","writer"],"description":"The record of \(name), which is number \(number)",\
    "visits":\(number &* 40_503 % 9_973),"license":"free as in freedom"}
    """
}

extension Store {
  /// Fills a collection with sample records, and trains its dictionary unless that has happened by
  /// itself.
  func fillAndTrain(_ name: String, rows: Int = 2000) throws {
    try write { transaction in
      for number in 0..<rows { try transaction[name].put(sampleRecord(number), forKey: number) }
    }
    try trainDictionary(for: name)
  }
}
