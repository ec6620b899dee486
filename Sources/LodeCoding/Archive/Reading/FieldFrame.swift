/// The fields of the object that is being read.
@usableFromInline
struct FieldFrame {
  /// Which of the wanted fields lies where.
  ///
  /// The number of a plan, which need not be retained: the session has it for as long as it reads.
  @usableFromInline var plan: Int
  /// Where the fields begin.
  @usableFromInline var start = 0
  /// Where they end.
  @usableFromInline var end = 0
  /// Where the ends of the variable fields stand.
  @usableFromInline var ends = 0
  /// How many bytes an end has: 2 or 4.
  @usableFromInline var endSize = 2
  /// How many ends there are.
  var endCount = 0
  /// Where the variable fields begin.
  @usableFromInline var variable = 0

  /// How deep the object is nested.
  @usableFromInline var depth = 0
  // Fields that are asked for in the order of a schema that is also the archive's are found without
  // the plan.

  /// The field that comes next in that order; -1 when the schemas differ.
  @usableFromInline var next = -1
  /// Where the next field of fixed width lies.
  @usableFromInline var fixed = 0
  /// The bit of the flags of the optional field before.
  @usableFromInline var presence = 0
  /// Where the end of the next variable field stands.
  var nextEnd = 0
  /// Where that field begins, counted from the first.
  var variableStart = 0

  init(plan: Int) { self.plan = plan }

  /// Finds every field by the plan, for who asks for fields as other types than the schema says.
  mutating func followPlan() { next = -1 }

  /// Reads the same object by another plan, from its first field on.
  mutating func follow(_ plan: FieldPlan) {
    self.plan = plan.number
    next = plan.shape.isInOrder ? 0 : -1
  }
}
