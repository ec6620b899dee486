import CLMDB
import Foundation
import LodeTestSupport

@testable import LodeLMDB

/// A file in memory, so that thousands of damaged ones can be checked in seconds.
struct BytesSource: PageSource {
  var bytes: [UInt8]

  func byteCount() -> UInt64 { UInt64(bytes.count) }

  func bytes(at offset: UInt64, count: Int) -> PageBytes {
    let start = Int(min(offset, UInt64(bytes.count)))
    return PageBytes(Array(bytes[start..<min(bytes.count, start + count)]))
  }

  func willRead(at offset: UInt64, count: Int) {}
}

/// Bytes of a data file with reads and writes of its integers.
struct Bytes {
  var all: [UInt8]

  init(_ all: [UInt8]) { self.all = all }
  init(file: String) throws { all = Array(try Data(contentsOf: URL(filePath: file))) }

  func integer<T: FixedWidthInteger>(at offset: Int, as type: T.Type = T.self) -> T {
    var value: T = 0
    for index in 0..<(T.bitWidth / 8) { value |= T(all[offset + index]) << T(8 * index) }
    return value
  }

  mutating func set<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    for index in 0..<(T.bitWidth / 8) {
      all[offset + index] = UInt8(truncatingIfNeeded: value >> T(8 * index))
    }
  }

  mutating func flip(bit: Int, at offset: Int) { all[offset + bit / 8] ^= 1 << (bit % 8) }

  func check() throws(FileDamage) -> FileCheck.FullReport {
    try FullCheck.run(BytesSource(bytes: all))
  }
}

/// The two meta pages of an environment that was never written to, for page sizes that this
/// machine's LMDB does not choose.
func emptyEnvironment(pageSize: Int, mapSize: UInt64 = 1 << 26) -> [UInt8] {
  var file = Bytes(Array(repeating: 0, count: 2 * pageSize))
  for slot in 0..<2 {
    let page = slot * pageSize
    file.set(UInt64(slot), at: page)
    file.set(UInt16(8), at: page + 10)
    file.set(UInt32(0xBEEF_C0DE), at: page + 16)
    file.set(UInt32(1), at: page + 20)
    file.set(mapSize, at: page + 32)
    file.set(UInt32(pageSize), at: page + 40)
    file.set(UInt16(8), at: page + 44)
    file.set(UInt64.max, at: page + 80)
    file.set(UInt64.max, at: page + 128)
    file.set(UInt64(1), at: page + 136)
  }
  return file.all
}

extension Data {
  func write(to path: String) throws { try write(to: URL(filePath: path)) }
}

/// A small file with everything in it: branches, overflow runs, a free list, tables of each order.
///
/// Its pages have 512 bytes, so that few entries make deep trees.
func sampleFile(seed: UInt64 = 1) throws -> Bytes {
  let directory = try TemporaryDirectory()
  let path = directory.file("data.mdb")
  try Data(emptyEnvironment(pageSize: 512)).write(to: path)
  let environment = try RawEnvironment(path: path, mapSize: 1 << 26)
  var random = SeededGenerator(seed: seed)
  for round in 0..<8 {
    try environment.write { txn in
      let names = try txn.table("names")
      let numbers = try txn.table("numbers", flags: MDB_INTEGERKEY)
      let reversed = try txn.table("reversed", flags: MDB_REVERSEKEY)
      let blobs = try txn.table("blobs")
      _ = try txn.table("untouched")
      for _ in 0..<50 {
        let key = Array("name number \(Int.random(in: 0..<400, using: &random))".utf8)
        try txn.put(names, key, randomBytes(0...60, &random))
        try txn.put(numbers, nativeBytes(UInt64.random(in: 0..<100_000, using: &random)), [1, 2])
        try txn.put(reversed, [114] + randomBytes(3...8, &random), randomBytes(0...40, &random))
        try txn.delete(names, Array("name number \(Int.random(in: 0..<400, using: &random))".utf8))
      }
      for blob in 0..<3 where (blob + round) % 2 == 0 {
        try txn.put(blobs, Array("b\(blob)".utf8), randomBytes(400...3000, &random))
      }
      try txn.put(try txn.table(nil), Array("plain".utf8), [1, 2, 3])
    }
  }
  return try Bytes(file: path)
}

func randomBytes(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> [UInt8] {
  (0..<Int.random(in: count, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
}

func nativeBytes(_ number: some FixedWidthInteger) -> [UInt8] {
  var file = Bytes(Array(repeating: 0, count: number.bitWidth / 8))
  file.set(number, at: 0)
  return file.all
}
