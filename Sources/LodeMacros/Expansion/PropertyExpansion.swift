#if Macros
  import SwiftSyntax

  /// The code that writes and reads one property.
  extension ArchivedProperty {
    var encoding: String {
      switch way {
      case .plain: "try archive.encode(\(member))"
      case .transformed(let transform):
        "try archive.encode(\(transform).stored(from: \(member)))"
      case .reference(_, let isConditional):
        "try archive.encodeReference(\(member), isConditional: \(isConditional))"
      }
    }

    /// A line of an initializer.
    func decoding(_ field: Int) -> String { "\(member) = \(decodedValue(field))" }

    /// The expression that reads the property; the schema has its default.
    func decodedValue(_ field: Int) -> String {
      guard case .transformed(let transform) = way else { return "try archive.decode(\(field))" }
      return "try \(transform).value(from: archive.decode(\(field)))"
    }

    /// The argument of the schema's field for objects that lack the property; empty when it has no
    /// default.
    var defaultArgument: String {
      guard let missingValue, missingValue != "nil" || isTransformed else { return "" }
      guard case .transformed(let transform) = way else { return ", default: \(missingValue)" }
      return ", default: \(transform).stored(from: \(missingValue))"
    }

    /// Whether the expression that reads it names types.
    var isTransformed: Bool {
      if case .transformed = way { true } else { false }
    }

    /// A line of an initializer after the object exists, or nil if the property is not a reference.
    func deferredDecoding(_ field: Int) -> String? {
      guard case .reference(let type, _) = way else { return nil }
      return "try archive.decodeReference(\(field), as: \(type).self) { self.\(name) = $0 }"
    }

    /// Takes the initial value away, which would stay where an archive has nil.
    var clearing: String? {
      guard isReference, let initialValue, initialValue.trimmedDescription != "nil" else {
        return nil
      }
      return "\(member) = nil"
    }
  }

  extension [ArchivedProperty] {
    var fieldDecodings: [String] {
      enumerated().compactMap { index, property in
        property.isReference ? property.clearing : property.decoding(index)
      }
    }

    var deferredDecodings: [String] {
      enumerated().compactMap { index, property in property.deferredDecoding(index) }
    }
  }
#endif
