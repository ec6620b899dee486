// For an optional value, the default implementations look up a field three times. They check that
// the key exists, check whether the value is nil, and decode the value. The implementations in this
// file look up a field once.

extension KeyedDecoding {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try value(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try value(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try value(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try value(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try value(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try value(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try value(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try value(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try value(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try value(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try value(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try value(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try value(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try value(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try value(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try value(key) }
}
