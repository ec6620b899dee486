internal import LodeCoding

/// The fields of a JSON object that make its row's key.
struct KeyFields {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  /// What is wrong with an object as a row.
  enum Problem: Error {
    case notAnObject(JSONError)
    case missing(String)
    case unusable(String, String)
  }

  /// The key of a JSON object, and where in the bytes the object is.
  ///
  /// The last of several members with one name counts, as in most readers.
  func key(of object: Span<UInt8>) throws(Problem) -> (key: Key, range: Range<Int>) {
    var found = [Range<Int>?](repeating: nil, count: names.count)
    let range: Range<Int>
    do {
      range = try JSONScanner.members(of: object) { (name, value) throws(JSONError) in
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

  private func matches(_ content: Span<UInt8>, _ name: String) throws(JSONError) -> Bool {
    var isEscaped = false
    for index in content.indices where content[index] == UInt8(ascii: "\\") { isEscaped = true }
    if isEscaped { return try JSONScalar.unescape(content) == name }
    return name.withUTF8Span { content.byteOrder($0) } == 0
  }

  private func element(
    _ value: Span<UInt8>, _ name: String
  ) throws(Problem) -> KeyComponent {
    do {
      if let scalar = try JSONScalar(checked: value) { return scalar.keyComponent }
    } catch {
      throw .unusable(name, error.message)
    }
    throw .unusable(
      name, value[0] == UInt8(ascii: "{") ? "it is an object" : "it is an array")
  }
}
