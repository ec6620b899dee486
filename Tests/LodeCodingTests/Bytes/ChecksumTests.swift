import LodeCoding
import Testing

@Suite("XXH64 is the hash of the xxHash specification")
struct ChecksumTests {
  /// Lengths and hashes under seed 0 and seed 2654435761, as printed by xxHash's own library.
  static let published: [(Int, UInt64, UInt64)] = [
    (0, 0xEF46_DB37_51D8_E999, 0xAC75_FDA2_929B_17EF),
    (1, 0xE934_A84A_DB05_2768, 0x5014_6076_43A9_B4C3),
    (4, 0x9136_A0DC_A574_57EE, 0xCAAB_286B_D8E9_FDB5),
    (14, 0x8282_DCC4_994E_35C8, 0xC3BD_6BF6_3DEB_6DF0),
    (31, 0x299B_39A2_90E6_D783, 0xDA67_3D5F_EB5C_1D79),
    (32, 0x18B2_1649_2BB4_4B70, 0xB3F3_3BDF_93AD_E409),
    (33, 0x55C8_DC3E_578F_5B59, 0xE92C_292F_64BC_3071),
    (63, 0xA9EF_BE0F_A0F3_F4E7, 0x6C91_1FAD_B05B_6FC2),
    (222, 0xB641_AE8C_B691_C174, 0x20CB_8AB7_AE10_C14A),
    (255, 0xA80F_35BB_0DC8_E3A7, 0x8E7A_5976_2640_754F),
  ]

  @Test("The reference library's hashes of its test buffer come out at every length and seed")
  func publishedVectors() {
    var state: UInt64 = 2_654_435_761
    let buffer = (0..<256).map { _ in
      defer { state &*= 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for (length, plain, seeded) in Self.published {
      let bytes = Array(buffer[..<length])
      #expect(Checksum.xxh64(bytes.span, seed: 0) == plain, "length \(length)")
      #expect(Checksum.xxh64(bytes.span, seed: 2_654_435_761) == seeded, "length \(length)")
    }
  }

  @Test("Bytes at an odd address hash as at an even one")
  func unaligned() {
    let buffer = (0..<100).map { UInt8($0) }
    for start in 0..<8 {
      let slice = buffer.span.extracting(start..<100)
      #expect(
        Checksum.xxh64(slice, seed: 1) == Checksum.xxh64(Array(buffer[start...]).span, seed: 1))
    }
  }
}
