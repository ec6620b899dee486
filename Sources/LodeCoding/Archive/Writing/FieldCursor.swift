/// The positions of the next fields of the object that is being archived.
@usableFromInline
struct FieldCursor {
  /// The offset of the flags, which begin the fields.
  @usableFromInline var start = 0
  /// The flag bit of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The offset of the next end.
  @usableFromInline var end = 0
  /// The number of ends that remain.
  @usableFromInline var endsLeft = 0
  /// The offset of the first variable field.
  @usableFromInline var variable = 0
  /// The number of variable fields that remain.
  @usableFromInline var variablesLeft = 0
  /// The offset of the end of the fixed-width fields.
  @usableFromInline var fixedEnd = 0

  /// The number of the object's schema.
  @usableFromInline var schema: UInt32 = 0

  @usableFromInline init() {}
}
