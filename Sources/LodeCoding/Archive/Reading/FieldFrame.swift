/// The state of the fields of the object that is being decoded.
///
/// An object's fields begin with *flags*. Bit 0 gives the width of the end-table entries, and each
/// optional field has one further bit, set if the field is present. The fixed-width fields follow,
/// then the *end table* with the end offset of each variable-width field but the last.
@usableFromInline
struct FieldFrame {
  /// The number of the plan that locates the fields.
  ///
  /// The session keeps the plan while it decodes, so the frame stores only the number.
  @usableFromInline var plan: Int
  /// The offset of the fields.
  @usableFromInline var start = 0
  /// The offset after the fields.
  @usableFromInline var end = 0
  /// The offset of the end table.
  @usableFromInline var ends = 0
  /// The size of an entry in the end table, in bytes: 2 or 4.
  @usableFromInline var endSize = 2
  /// The number of entries in the end table.
  var endCount = 0
  /// The offset of the first variable-width field.
  @usableFromInline var variable = 0

  /// The nesting depth of the object in levels.
  @usableFromInline var depth = 0
  // If the archived schema has the same fields as the type, the properties below locate fields that
  // are decoded in order, without the plan.

  /// The index of the next field in the schema's order; -1 if the schemas differ.
  @usableFromInline var next = -1
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The index of the flag of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the end table's next entry.
  var nextEnd = 0
  /// The start of the next variable-width field, counted from the first.
  var variableStart = 0

  init(plan: Int) { self.plan = plan }

  /// Uses the plan for every field, for callers that decode fields as types other than the types in
  /// the schema.
  mutating func followPlan() { next = -1 }

  /// Locates the fields by another plan, beginning with the first field.
  mutating func follow(_ plan: FieldPlan) {
    self.plan = plan.number
    next = plan.shape.isInOrder ? 0 : -1
  }
}
