import Synchronization

/// A reference to a dictionary, set at most once, which any thread reads without a lock.
///
/// The type replaces the standard library's `AtomicLazyReference`, whose loads look up generic
/// metadata. The lookup took about 50 ns for each compressed row.
@safe
package struct DictionaryReference: ~Copyable, Sendable {
  // Unsafe: the methods of this type account for each retained reference.
  private let stored = unsafe Atomic<Unmanaged<CompressionDictionary>?>(nil)

  /// Creates an empty reference.
  package init() {}

  // Unsafe: `storeIfNil` retained the dictionary, and no thread uses a reference that is destroyed.
  deinit { unsafe stored.load(ordering: .acquiring)?.release() }

  /// Returns the dictionary, or `nil` before the first store.
  package func load() -> CompressionDictionary? {
    // Unsafe: the reference keeps its dictionary as long as the reference exists.
    unsafe stored.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Stores a dictionary if the reference is empty, and returns the dictionary of the reference.
  package borrowing func storeIfNil(_ dictionary: CompressionDictionary) -> CompressionDictionary {
    let retained = unsafe Unmanaged.passRetained(dictionary)
    let (exchanged, original) = unsafe stored.compareExchange(
      expected: nil, desired: retained, ordering: .acquiringAndReleasing)
    if exchanged { return dictionary }
    // Unsafe: the reference has a dictionary already, so the call releases its own again.
    unsafe retained.release()
    return unsafe original?.takeUnretainedValue() ?? dictionary
  }
}
