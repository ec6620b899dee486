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

    /// The expression that reads the property.
    func decodedValue(_ field: Int) -> String {
      guard case .transformed(let transform) = way else {
        let missing = missingValue.map { ", default: \($0)" } ?? ""
        return "try archive.decode(\(field)\(missing))"
      }
      let missing = missingValue.map { ", default: \(transform).stored(from: \($0))" } ?? ""
      return "try \(transform).value(from: archive.decode(\(field)\(missing)))"
    }

    /// Whether that expression has more in it than literals.
    var decodingNamesTypes: Bool {
      if case .transformed = way { return true }
      guard let initialValue, !["nil", "[]", "[:]"].contains(initialValue.trimmedDescription) else {
        return false
      }
      return isOptional || initialValue.literalType == nil
    }

    /// A line of an initializer, where the object is there; nil when the property is no reference.
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
