/// The prediction that the next value of a type has the same fields as the values before.
///
/// After a second shape, the writer finds out the shape of every value before writing.
struct PredictedShape<Shape> {
  /// The shape of all values so far, or `nil` before the first value and after a second shape.
  private(set) var only: Shape?
  private var isVaried = false

  /// Records the shape of a value.
  mutating func note(_ shape: Shape) { if !isVaried { only = shape } }

  /// Records that a value has another shape than the values before.
  mutating func noteChange() {
    isVaried = true
    only = nil
  }
}
