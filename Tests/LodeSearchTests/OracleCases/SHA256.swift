/// The SHA-256 of some bytes, in hexadecimal: lists of answers that are too long are given by it.
func sha256(_ text: String) -> String {
  var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  var bytes = Array(text.utf8)
  let bits = UInt64(bytes.count * 8)
  bytes.append(0x80)
  while bytes.count % 64 != 56 { bytes.append(0) }
  for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(bits >> shift & 0xFF)) }
  for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[start..<start + 64], &state) }
  return state.map { word in
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}

private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

private func mix(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
  var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
    (0..<4).reduce(0) { $0 << 8 | UInt32(block[place + $1]) }
  }
  for i in 16..<64 {
    let (a, b) = (words[i - 15], words[i - 2])
    let first = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3
    let second = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10
    words.append(words[i - 16] &+ first &+ words[i - 7] &+ second)
  }
  var h = state
  for i in 0..<64 {
    let s1 = rotate(h[4], 6) ^ rotate(h[4], 11) ^ rotate(h[4], 25)
    let choice = h[4] & h[5] ^ ~h[4] & h[6]
    let first = h[7] &+ s1 &+ choice &+ constants[i] &+ words[i]
    let s0 = rotate(h[0], 2) ^ rotate(h[0], 13) ^ rotate(h[0], 22)
    let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
    h = [first &+ s0 &+ majority, h[0], h[1], h[2], h[3] &+ first, h[4], h[5], h[6]]
  }
  for i in 0..<8 { state[i] = state[i] &+ h[i] }
}

/// The first 32 bits of the fractions of the cube roots of the first 64 primes.
private let constants: [UInt32] = {
  var (primes, number): ([UInt32], UInt32) = ([], 2)
  while primes.count < 64 {
    if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
    number += 1
  }
  return primes.map { prime in
    // The greatest x with x³ ≤ prime · 2⁹⁶, of which the lower 32 bits are wanted.
    var (low, high): (UInt64, UInt64) = (0, 1 << 36)
    while low + 1 < high {
      let middle = (low + high) / 2
      let square = middle.multipliedFullWidth(by: middle)
      let cube = UInt128(square.high) << 64 | UInt128(square.low)
      let isSmall = cube <= (UInt128(prime) << 96) / UInt128(middle)
      if isSmall { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }
}()
