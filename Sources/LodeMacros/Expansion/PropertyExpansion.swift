#if Macros
  import SwiftSyntax

  // The generated code that writes and reads one property.
  extension ArchivedProperty {
    /// The statement that writes the property to an archive.
    var encoding: String {
      switch way {
      case .plain: "try archive.encode(\(member))"
      case .transformed(let transform):
        "try archive.encode(\(transform).stored(from: \(member)))"
      case .reference(_, let isConditional):
        "try archive.encodeReference(\(member), isConditional: \(isConditional))"
      }
    }

    /// Returns the statement of an initializer that reads the property.
    func decoding(_ field: Int) -> String { "\(member) = \(decodedValue(field))" }

    /// Returns the expression for the property's value in an archive.
    ///
    /// If the archive lacks the property, the expression gives the default from the schema. Without
    /// a default, the expression gives `nil` for an optional type, and otherwise throws
    /// `missingField`.
    func decodedValue(_ field: Int) -> String {
      guard case .transformed(let transform) = way else { return "try archive.decode(\(field))" }
      return "try \(transform).value(from: archive.decode(\(field)))"
    }

    /// The source text of the argument `default:`, with a comma before the argument.
    ///
    /// The default is the value for archives that lack the property. The text is empty if the
    /// property has no default, or if the default is `nil` and the property has no `@Transformed`.
    var defaultArgument: String {
      guard let missingValue, missingValue != "nil" || isTransformed else { return "" }
      guard case .transformed(let transform) = way else { return ", default: \(missingValue)" }
      return ", default: \(transform).stored(from: \(missingValue))"
    }

    /// Whether the property has `@Transformed`.
    var isTransformed: Bool {
      if case .transformed = way { true } else { false }
    }

    /// Returns the statement that reads a reference after the object with the property exists;
    /// `nil` for a property that is not a reference.
    func deferredDecoding(_ field: Int) -> String? {
      guard case .reference(let type, _) = way else { return nil }
      return "try archive.decodeReference(\(field), as: \(type).self) { self.\(name) = $0 }"
    }

    /// The statement that removes a reference's initial value; `nil` if the property needs no
    /// statement.
    ///
    /// Without the statement, the initial value would remain if the archive contains no reference.
    var clearing: String? {
      guard isReference, let initialValue, initialValue.trimmedDescription != "nil" else {
        return nil
      }
      return "\(member) = nil"
    }
  }

  extension [ArchivedProperty] {
    /// The statements that set properties, and remove initial values of references, before the
    /// object exists.
    var fieldDecodings: [String] {
      enumerated().compactMap { index, property in
        property.isReference ? property.clearing : property.decoding(index)
      }
    }

    /// The statements that read references after the object with the properties exists.
    var deferredDecodings: [String] {
      enumerated().compactMap { index, property in property.deferredDecoding(index) }
    }
  }
#endif
