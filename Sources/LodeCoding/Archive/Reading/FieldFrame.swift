/// The fields of the object that is being read.
@usableFromInline
struct FieldFrame {
  /// Which of the wanted fields lies where.
  @usableFromInline var plan: FieldPlan
  /// Where the fields begin.
  @usableFromInline var start = 0
  /// Where they end.
  @usableFromInline var end = 0
  /// Where the ends of the variable fields stand.
  @usableFromInline var ends = 0
  /// How many bytes an end has: 2 or 4.
  @usableFromInline var endSize = 2
  /// Where the variable fields begin.
  @usableFromInline var variable = 0

  /// How deep the object is nested.
  @usableFromInline var depth = 0

  init(plan: FieldPlan) { self.plan = plan }
}
