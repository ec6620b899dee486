internal import LodeCoding

extension Unicode.Scalar {
  /// Whether the scalar controls a terminal, breaks a line, or changes the direction of text.
  var isInvisibleControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    // The marks, embeddings, overrides, and isolates of bidirectional text, and two line breaks.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with an escape, for example `\u202e`, in place of each scalar for which
  /// `isInvisibleControl` is true.
  ///
  /// JSON has the same escapes, so JSON keeps its meaning if only its strings contain such scalars.
  var visible: String {
    escapingControls { "\\u" + hexadecimal(UInt64($0), digits: 4) }
  }

  /// Whether the text has a character that ``visible`` escapes.
  var hasInvisibleControls: Bool {
    // Most texts contain none of the bytes with which the encoding of such a character begins.
    utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
      && unicodeScalars.contains(where: \.isInvisibleControl)
  }

  /// Returns the text with the result of `escape` in place of each scalar that `visible` escapes,
  /// except the scalars in `kept`.
  func escapingControls(
    except kept: Set<Unicode.Scalar> = [], _ escape: (UInt32) -> String
  ) -> String {
    guard hasInvisibleControls else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isInvisibleControl, !kept.contains(scalar) {
        result += escape(scalar.value)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
