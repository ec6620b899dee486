/// The instances of classes that an archive refers to, by number from 1.
struct SharedObjects {
  /// The number stands in the archive, and so for an object that is not in it.
  static let absent = UInt32.max

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [any ArchivableClass] = []
  /// The numbers of those that are to be archived, in the order in which that was asked for.
  private var queue: [Int] = []
  private var isQueued: [Bool] = []
  private var next = 0
  /// Where each begins in the body, once it is archived.
  var starts: [UInt32] = []

  var isEmpty: Bool { objects.isEmpty }

  /// The number of an object; unless that is conditional, it will be archived.
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

  /// The next object to archive, and its number.
  mutating func popFirst() -> (number: Int, object: any ArchivableClass)? {
    guard next < queue.count else { return nil }
    next += 1
    let number = queue[next - 1]
    return (number, objects[number - 1])
  }

  /// A point to which the list can be taken back.
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
