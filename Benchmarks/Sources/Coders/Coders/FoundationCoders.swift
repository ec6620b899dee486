internal import Foundation

/// Foundation's JSON.
func jsonCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
  return try coder(
    .json, values, encode: { try encoder.encode($0) },
    decode: { try decoder.decode(T.self, from: $0) })
}

/// Foundation's binary property lists.
func propertyListCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
  encoder.outputFormat = .binary
  return try coder(
    .propertyList, values, encode: { try encoder.encode($0) },
    decode: { try decoder.decode(T.self, from: $0) })
}

private func coder<T: Sample>(
  _ entrant: CoderName, _ values: [T], encode: @escaping (T) throws -> Data,
  decode: @escaping (Data) throws -> T
) throws -> Coder {
  let encoded = try values.map(encode)
  return Coder(
    entrant: entrant, byteCount: encoded.reduce(0) { $0 + $1.count },
    encode: { try values.reduce(0) { try $0 + encode($1).count } },
    decode: { try encoded.reduce(0) { try $0 &+ decode($1).number } },
    countEqual: { try zip(values, encoded).count { try decode($1) == $0 } },
    fields: nil)
}
