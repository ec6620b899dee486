/// The instances of classes that an archive refers to, numbered from 1.
///
/// The archive contains an instance only if an unconditional reference names the instance.
struct SharedObjects {

  /// The number of each instance.
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [any ArchivableClass] = []
  /// The numbers of the instances to archive, in the order of their first reference.
  private var queue: [Int] = []
  /// Whether each instance is in the queue.
  private var isQueued: [Bool] = []
  /// The index of the next instance in the queue.
  private var next = 0
  /// The offset of each instance in the body, or `ObjectOffsets.absent`.
  var starts: [UInt32] = []

  var isEmpty: Bool { objects.isEmpty }

  /// Returns the number of an instance, and queues the instance unless the reference is
  /// conditional.
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
    starts.append(ObjectOffsets.absent)
    numbers[ObjectIdentifier(object)] = objects.count
    return objects.count
  }

  /// Removes and returns the next instance to archive, with its number; `nil` if no instance is
  /// left.
  mutating func popFirst() -> (number: Int, object: any ArchivableClass)? {
    guard next < queue.count else { return nil }
    next += 1
    let number = queue[next - 1]
    return (number, objects[number - 1])
  }

  /// A state of the list to which `takeBack(to:)` returns.
  struct Mark {
    let objects: Int
    let queued: Int
  }

  /// The current state of the list.
  var mark: Mark { Mark(objects: objects.count, queued: queue.count) }

  /// Removes the instances that were added after a mark, and cancels the archiving of instances
  /// that were queued after the mark.
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
