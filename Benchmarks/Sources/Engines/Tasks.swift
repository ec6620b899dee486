internal import BenchHarness

/// Runs `body` on `writers` tasks at once, each with its share of `rows`, and waits for all.
func onTasks(
  _ rows: Rows, _ writers: Int, _ body: @escaping @Sendable (Rows) async throws -> Void
) async throws {
  if writers == 1 { return try await body(rows) }
  try await withThrowingTaskGroup(of: Void.self) { group in
    for writer in 0..<writers {
      let share = rows.share(writer, of: writers)
      group.addTask { try await body(share) }
    }
    try await group.waitForAll()
  }
}
