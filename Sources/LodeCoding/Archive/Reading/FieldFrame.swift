/// The state of the fields of the object that is being decoded.
@usableFromInline
struct FieldFrame {
  /// The number of the plan that locates the requested fields.
  ///
  /// The number need not be retained, because the session keeps the plan while it decodes.
  @usableFromInline var plan: Int
  /// The offset of the fields.
  @usableFromInline var start = 0
  /// The offset of the fields' end.
  @usableFromInline var end = 0
  /// The offset of the table of variable field ends.
  @usableFromInline var ends = 0
  /// The size of an end in bytes: 2 or 4.
  @usableFromInline var endSize = 2
  /// The number of ends.
  var endCount = 0
  /// The offset of the variable fields.
  @usableFromInline var variable = 0

  /// The nesting depth of the object.
  @usableFromInline var depth = 0
  // If the archive has the same schema, fields decoded in the schema's order need no plan.

  /// The next field in the schema's order; -1 if the schemas differ.
  @usableFromInline var next = -1
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The flag bit of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the next variable field's end.
  var nextEnd = 0
  /// The start of the next variable field, counted from the first variable field.
  var variableStart = 0

  init(plan: Int) { self.plan = plan }

  /// Uses the plan for every field, for callers that decode fields as other types than the
  /// schema's.
  mutating func followPlan() { next = -1 }

  /// Decodes the same object with another plan, from its first field.
  mutating func follow(_ plan: FieldPlan) {
    self.plan = plan.number
    next = plan.shape.isInOrder ? 0 : -1
  }
}
