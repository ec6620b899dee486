internal import LodeCoding

extension Step {
  /// What a store records of the step beside its name: all that it says of itself, but not what its
  /// closure does.
  var digest: UInt64 {
    let text =
      switch work {
      case .rows(let step): "rows \(step.typeNames[0]) \(step.from) \(step.to) \(revision)"
      case .store: "store \(revision)"
      }
    return Checksum.rapidhash(Array(text.utf8).span, seed: 0)
  }
}
