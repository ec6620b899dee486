internal import LodeCoding

extension Step {
  /// A hash of the step that a store records with the step's name.
  ///
  /// The hash covers the declaration of the step, but not the code of its closure.
  var digest: UInt64 {
    let text =
      switch work {
      case .rows(let step): "rows \(step.typeNames[0]) \(step.from) \(step.to) \(revision)"
      case .store: "store \(revision)"
      }
    return Checksum.rapidhash(Array(text.utf8).span, seed: 0)
  }
}
