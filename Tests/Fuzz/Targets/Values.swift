import Foundation
import LodeCoding

/// The bytes of a stored value, read as every type.
enum ValuesTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    try goldenRows(page: "Values.md", heading: "Golden bytes", columns: 3).map { bytes(hex: $0[2]) }
  }

  static func run(_ input: [UInt8]) {
    read([UInt8].self, input, refused: [])
    read(Data.self, input, refused: [])
    read(String.self, input, refused: [.invalidUTF8])
    read(JSONText.self, input, refused: [.invalidUTF8])
    read(Int8.self, input, refused: [.wrongLength, .outOfRange])
    read(Int32.self, input, refused: [.wrongLength, .outOfRange])
    read(Int.self, input, refused: [.wrongLength])
    read(UInt16.self, input, refused: [.wrongLength, .outOfRange])
    read(UInt64.self, input, refused: [.wrongLength])
    read(Double.self, input, refused: [.wrongLength])
    read(Float.self, input, refused: [.wrongLength])
    read(Bool.self, input, refused: [.wrongLength, .invalidBool])
    read(Date.self, input, refused: [.wrongLength])
    read(UUID.self, input, refused: [.wrongLength])
  }

  private static func read<V: StoredValue>(
    _ type: V.Type, _ input: [UInt8], refused codes: Set<ValueError.Code>
  ) {
    do {
      let value = try V(valueBytes: input.span)
      let isSame = value.withValueBytes { bytes in
        bytes.count == input.count && bytes.indices.allSatisfy { bytes[$0] == input[$0] }
      }
      require(isSame, "\(value) as \(type) is written as it was read")
    } catch {
      require(codes.contains(error.code), "\(type) is refused for this: \(error)")
    }
  }
}
