public import BenchHarness

/// The ages that the persons of one store must have, by a model of the store.
///
/// Which update of a person is the last one depends on the tasks, so the model takes over the ages
/// that a run left, if it may have left them.
public struct YCSBAges {
  private let set: ModelSet<Citizen>
  private var ages: [Int]

  /// The ages of the persons as they are inserted.
  public init(_ set: ModelSet<Citizen>) {
    self.set = set
    ages = set.objects.map(\.age)
  }

  /// What a scan of the first persons must give.
  public func digest(_ count: Int) -> Digest {
    var digest = Digest()
    for (object, age) in zip(set.objects, ages).prefix(count) {
      digest.add(sum: object.sumWithoutAge &+ weight(age))
    }
    return digest
  }

  /// Takes over the ages that a run left; throws unless each age is the last one that some task
  /// set, or the age before and a year for each read-modify-write.
  ///
  /// - Parameter read: Reads ages from the store.
  public mutating func follow(
    _ run: YCSBRun, _ read: (ModelKeys<Citizen>) throws -> [Int]
  ) throws {
    var last: [Int: Set<Int>] = [:]
    for task in run.tasks {
      var own: [Int: Int] = [:]
      for operation in task {
        switch operation.kind {
        case .update: own[operation.person] = operation.number
        case .modify:
          last[operation.person] = [(last[operation.person]?.first ?? ages[operation.person]) + 1]
        case .read, .scan, .insert: break
        }
      }
      for (person, age) in own { last[person, default: []].insert(age) }
    }
    let persons = last.keys.sorted()
    let found = try read(set.keys(persons))
    for (person, age) in zip(persons, found) {
      guard let allowed = last[person], allowed.contains(age) else {
        throw BenchFailure("person \(person) has the age \(age), which no task left")
      }
      ages[person] = age
    }
  }
}
