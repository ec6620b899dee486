/// The instances of classes that an archive refers to, numbered from 1.
struct SharedObjects {
  /// The marker for an object whose number occurs in the archive but which is not archived.
  static let absent = UInt32.max

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [any ArchivableClass] = []
  /// The indexes of objects to archive, in the order of the requests.
  private var queue: [Int] = []
  private var isQueued: [Bool] = []
  private var next = 0
  /// The offset of each archived object in the body.
  var starts: [UInt32] = []

  var isEmpty: Bool { objects.isEmpty }

  /// Returns the number of an object; a reference that is not conditional causes archiving.
  mutating func number(of object: some ArchivableClass, isConditional: Bool) -> Int {
    let number = numbers[ObjectIdentifier(object)] ?? add(object)
    if !isConditional && !isQueued[number - 1] {
      isQueued[number - 1] = true
      queue.append(number)
    }
    return number
  }

  private mutating func add(_ object: some ArchivableClass) -> Int {
    objects.append(object)
    isQueued.append(false)
    starts.append(Self.absent)
    numbers[ObjectIdentifier(object)] = objects.count
    return objects.count
  }

  /// Removes and returns the next object to archive, with its number.
  mutating func popFirst() -> (number: Int, object: any ArchivableClass)? {
    guard next < queue.count else { return nil }
    next += 1
    let number = queue[next - 1]
    return (number, objects[number - 1])
  }

  /// A state of the list for rollback.
  struct Mark {
    let objects: Int
    let queued: Int
  }

  var mark: Mark { Mark(objects: objects.count, queued: queue.count) }

  mutating func takeBack(to mark: Mark) {
    for number in queue[mark.queued...] { isQueued[number - 1] = false }
    queue.removeSubrange(mark.queued...)
    for object in objects[mark.objects...] { numbers[ObjectIdentifier(object)] = nil }
    objects.removeSubrange(mark.objects...)
    isQueued.removeSubrange(mark.objects...)
    starts.removeSubrange(mark.objects...)
  }

  mutating func removeAll() {
    guard !isEmpty else { return }
    self = SharedObjects()
  }
}
