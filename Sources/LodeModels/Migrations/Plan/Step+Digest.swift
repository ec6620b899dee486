internal import LodeCoding

extension Step {
  /// The hash that a store records with the step's name.
  ///
  /// The hash covers the revision of the step, and the type and versions of a row step, but not the
  /// closure.
  var digest: UInt64 {
    let text =
      switch work {
      case .rows(let step): "rows \(step.typeNames[0]) \(step.from) \(step.to) \(revision)"
      case .store: "store \(revision)"
      }
    return Checksum.rapidhash(Array(text.utf8).span, seed: 0)
  }
}
