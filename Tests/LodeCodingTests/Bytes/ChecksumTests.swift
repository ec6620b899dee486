import LodeCoding
import Testing

@Suite("The checksum is rapidhashMicro as its reference implementation computes it")
struct ChecksumTests {
  /// Lengths and hashes under seed 0 and seed 2654435761, as printed by the reference
  /// implementation with `RAPIDHASH_PROTECTED`.
  static let published: [(Int, UInt64, UInt64)] = [
    (0, 0x9C49_8689_2B49_2226, 0x2908_2072_F857_C30B),
    (1, 0x5342_E58B_C48C_5F1B, 0x7B61_6868_01A5_F6DB),
    (2, 0xE156_B751_0B67_043B, 0x368A_D93E_C8BE_ACAD),
    (3, 0xCB0E_19B9_3546_2D55, 0x41E7_147C_9C5B_679D),
    (4, 0x09D0_569D_AB75_15F9, 0x08CF_542A_8366_B989),
    (7, 0xF881_CAB9_4D2B_DB30, 0x798C_3E36_ED55_F21B),
    (8, 0xD26A_4109_1CD0_6DED, 0x19F0_6764_8AD0_23B2),
    (15, 0x3986_A1B2_6F08_0DA5, 0xA2B3_1580_1B58_E51C),
    (16, 0xD3AD_F2DD_D4AF_F925, 0x110E_D312_0385_E693),
    (17, 0x3BF4_015E_84AE_AF96, 0x7560_8CA7_BC31_8318),
    (32, 0xC056_99E1_B1C6_F83E, 0x643D_0163_0099_028E),
    (33, 0x7D4F_BB51_342C_D496, 0xFB26_83CE_0810_CB8D),
    (48, 0xE7C2_B70D_58C6_2FA1, 0x997A_C85E_9FA9_9CD0),
    (49, 0x206B_1887_BA60_DE11, 0xBF13_AAE3_884D_9DE4),
    (64, 0x4894_2E34_708D_FCF8, 0x04A9_EC3F_06D6_A8B8),
    (65, 0x5389_7417_284A_96A8, 0x8E50_0AE1_39E7_A316),
    (80, 0x5ED7_1564_B627_490E, 0x1F93_9777_8555_E6F7),
    (81, 0xE0E5_CA05_9DB6_6DC7, 0xD15F_8975_AD29_C633),
    (96, 0x13F0_1D89_A341_BDCB, 0x7BCC_ABB9_E7CD_2B51),
    (97, 0x8352_FA76_A97A_F644, 0x563D_4B11_D2D8_A897),
    (112, 0x1047_57E2_A0E8_7B89, 0x59EE_9A63_E758_E5BA),
    (160, 0x1784_DEC6_B6B4_B144, 0x562B_36D7_233D_0B4C),
    (161, 0x1688_8C2E_BD64_55AB, 0x7BB8_612A_79CB_8B6F),
    (177, 0x8801_5F64_9532_54BB, 0x79E8_7EA6_BDBC_F898),
    (222, 0xC3AC_F643_7F74_C4C8, 0x3AAC_7AA5_3B9B_3346),
    (240, 0x3677_39D8_4FD8_7524, 0x6A02_C181_D266_E185),
    (241, 0xA926_415E_88AB_A31B, 0x8EF3_8100_391E_7A73),
    (1024, 0xEF8F_1558_0F3D_C842, 0x6BD3_42C5_3D4D_81B0),
  ]

  @Test
  func `the reference implementation's hashes of a test buffer come out at every length and seed`()
  {
    var state: UInt64 = 2_654_435_761
    let buffer = (0..<1024).map { _ in
      defer { state &*= 11_400_714_785_074_694_797 }
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for (length, plain, seeded) in Self.published {
      let bytes = Array(buffer[..<length])
      #expect(Checksum.rapidhash(bytes.span, seed: 0) == plain, "length \(length)")
      #expect(Checksum.rapidhash(bytes.span, seed: 2_654_435_761) == seeded, "length \(length)")
    }
  }

  @Test func `bytes at an odd address hash as at an even one`() {
    let buffer = (0..<100).map { UInt8($0) }
    for start in 0..<8 {
      let slice = buffer.span.extracting(start..<100)
      #expect(
        Checksum.rapidhash(slice, seed: 1)
          == Checksum.rapidhash(Array(buffer[start...]).span, seed: 1))
    }
  }

  @Test
  func
    `no word hides a changed bit in its neighbour, not even the one that is equal to the secret`()
  {
    let secret: [UInt64] = [
      0x2D35_8DCC_AA6C_78A5, 0x8BB8_4B93_962E_ACC9, 0x4B33_A62E_D433_D4A3,
      0x4D5A_2DA5_1DE1_AA47, 0xA076_1D64_78BD_642F,
    ]
    for (lane, word) in secret.enumerated() {
      var bytes = [UInt8](repeating: 0x5A, count: 100)
      for byte in 0..<8 {
        bytes[lane * 16 + byte] = UInt8(truncatingIfNeeded: word &>> (byte * 8))
      }
      let sound = Checksum.rapidhash(bytes.span, seed: 7)
      for bit in 0..<64 {
        var damaged = bytes
        damaged[lane * 16 + 8 + bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(Checksum.rapidhash(damaged.span, seed: 7) != sound, "lane \(lane), bit \(bit)")
      }
    }
  }

  @Test func `each bit of a message of each length up to 200 bytes counts`() {
    for length in 1...200 {
      var bytes = [UInt8](repeating: 0xA5, count: length)
      let sound = Checksum.rapidhash(bytes.span, seed: 1)
      for bit in 0..<length * 8 {
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(Checksum.rapidhash(bytes.span, seed: 1) != sound, "length \(length), bit \(bit)")
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }
  }
}
