/// Returns the next element of a sequence that follows a store.
///
/// The sequence ends normally if the store is closed or the task is cancelled. Every other error
/// also ends the sequence.
///
/// - Parameters:
///   - read: Waits for the next element, and returns `nil` at the end.
///   - end: Called when the sequence ends.
/// - Returns: The element; `nil` at the end.
/// - Throws: The errors of `read`, except `closed` and `CancellationError`.
package func nextElement<Element>(
  _ read: () async throws -> Element?, end: () -> Void
) async throws -> Element? {
  do {
    if let element = try await read() { return element }
  } catch is CancellationError {
  } catch let error as StoreError where error.code == .closed {
  } catch {
    end()
    throw error
  }
  end()
  return nil
}
