/// Where the next fields of the object that is being archived go.
@usableFromInline
struct FieldCursor {
  /// Where the flags begin, and so the fields.
  @usableFromInline var start = 0
  /// The bit of the flags of the optional field before.
  @usableFromInline var presence = 0
  /// Where the next field of fixed width goes.
  @usableFromInline var fixed = 0
  /// Where the next end goes.
  @usableFromInline var end = 0
  /// How many ends are still to be written.
  @usableFromInline var endsLeft = 0
  /// Where the variable fields begin.
  @usableFromInline var variable = 0
  /// How many variable fields are still to be written.
  @usableFromInline var variablesLeft = 0
  /// Where the fields of fixed width end.
  @usableFromInline var fixedEnd = 0

  /// The number of the object's schema.
  @usableFromInline var schema: UInt32 = 0

  @usableFromInline init() {}
}
