internal import LodeStore
public import Testing

/// Expects that `body` throws a store error whose cause has a type, and returns the cause.
@discardableResult
public func expectCause<Cause: Error, R: ~Copyable>(
  _ type: Cause.Type, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, performing body: () throws -> R
) -> Cause? {
  do {
    _ = try body()
    Issue.record(
      "no error was thrown; expected \(type). \(comment ?? "")", sourceLocation: sourceLocation)
    return nil
  } catch {
    return cause(of: error, type, comment, sourceLocation)
  }
}

/// Expects that `body` throws a store error whose cause has a type, and returns the cause.
@discardableResult
public func expectCause<Cause: Error, R>(
  _ type: Cause.Type, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> R
) async -> Cause? {
  do {
    _ = try await body()
    Issue.record(
      "no error was thrown; expected \(type). \(comment ?? "")", sourceLocation: sourceLocation)
    return nil
  } catch {
    return cause(of: error, type, comment, sourceLocation)
  }
}

private func cause<Cause: Error>(
  of error: any Error, _ type: Cause.Type, _ comment: Comment?, _ sourceLocation: SourceLocation
) -> Cause? {
  let cause = (error as? StoreError)?.cause as? Cause
  if cause == nil {
    Issue.record(
      "\(error) is not a store error caused by \(type). \(comment ?? "")",
      sourceLocation: sourceLocation)
  }
  return cause
}
