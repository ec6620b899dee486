internal import LodeCoding

/// The fields of a JSON object that form the key of its row.
struct KeyFields {
  /// The names of the fields in the order of the key; empty for generated keys.
  let names: [String]

  /// The reason why a JSON text has no key.
  enum Problem: Error {
    case notAnObject(ArchiveError)
    /// The object lacks the named field.
    case missing(String)
    /// The value of the named field cannot be a key component, for the given reason.
    case unusable(String, String)
  }

  /// Returns the key of a JSON object, and the object's range without surrounding white space.
  ///
  /// The key has the components in the order of `names`. If several members have the same name, the
  /// last member counts.
  func key(of object: Span<UInt8>) throws(Problem) -> (key: Key, range: Range<Int>) {
    var found = [Range<Int>?](repeating: nil, count: names.count)
    let range: Range<Int>
    do {
      range = try JSONScanner.members(of: object) { (name, value) throws(ArchiveError) in
        for index in names.indices where try matches(object.extracting(name), names[index]) {
          found[index] = value
        }
      }
    } catch {
      throw .notAnObject(error)
    }
    var elements: [KeyComponent] = []
    elements.reserveCapacity(names.count)
    for (name, value) in zip(names, found) {
      guard let value else { throw .missing(name) }
      elements.append(try element(object.extracting(value), name))
    }
    return (Key(components: elements), range)
  }

  /// Returns whether `name` is the text of a JSON string with quotes.
  private func matches(_ string: Span<UInt8>, _ name: String) throws(ArchiveError) -> Bool {
    let content = string.extracting(1..<string.count - 1)
    for index in content.indices where content[index] == UInt8(ascii: "\\") {
      return try JSONScanner.string(string) == name
    }
    return name.withUTF8Span { content.byteOrder($0) } == 0
  }

  private func element(
    _ value: Span<UInt8>, _ name: String
  ) throws(Problem) -> KeyComponent {
    do {
      if let component = try JSONScanner.scalar(value).flatMap(KeyComponent.init) {
        return component
      }
    } catch {
      throw .unusable(name, error.message)
    }
    throw .unusable(
      name, value[0] == UInt8(ascii: "{") ? "the value is an object" : "the value is an array")
  }
}
