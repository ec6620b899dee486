internal import BenchData
public import LodeCoding
public import LodeModels
public import ModelPeers

/// An object that each peer stores in its own way.
public protocol ModelSample: Archivable, Model, Codable, Equatable, Sendable {
  /// What C calls the type.
  static var modelType: model_type { get }
  /// What the object is in C.
  var plainObject: PlainObject { get }
  /// What the object adds to a digest: the same as `model_sum` in C, which see.
  var sum: UInt64 { get }
}

/// An object as a C program has it: a key, numbers of 8 bytes, and texts.
public struct PlainObject: Sendable {
  /// The bytes of the key.
  public private(set) var key: [UInt8]
  /// The bits of the numbers.
  public private(set) var numbers: [UInt64] = []
  /// The texts; `nil` where there is none.
  public private(set) var texts: [[UInt8]?] = []

  init(key: [UInt8]) { self.key = key }

  mutating func add(_ number: Int) { numbers.append(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ number: Double) { numbers.append(number.bitPattern) }

  mutating func add(_ text: String?) { texts.append(text.map { Array($0.utf8) }) }
}

/// What a number adds to the sum of an object.
@inline(__always)
func weight(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number)) }

/// What a text adds to the sum of an object.
@inline(__always)
func weight(_ text: String) -> UInt64 { UInt64(truncatingIfNeeded: text.utf8.count &+ 1) }

/// What a text that may not be there adds to the sum of an object.
@inline(__always)
func weight(_ text: String?) -> UInt64 {
  guard let text else { return 0 }
  return weight(text)
}

/// What the bytes of a key add to the sum of an object.
@inline(__always)
func weight(key: UnsafeRawBufferPointer) -> UInt64 {
  unsafe bench_sum(key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count)
}
