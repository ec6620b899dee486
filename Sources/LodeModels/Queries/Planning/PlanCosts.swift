/// The costs by which the planner compares plans.
struct PlanCosts {
  /// The number of scanned rows that cost as much as one row found by an index.
  var lookup = 4
  /// The number of entries that the planner counts at first to compare indexes.
  var mostCounted = 256
  /// The number of entries from which the planner merges two indexes instead of using one index.
  var leastMerged = 16
  /// The number of rows up to which lookups are always allowed.
  var leastLookups = 64
}
