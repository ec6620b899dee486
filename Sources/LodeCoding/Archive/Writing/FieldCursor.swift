/// The state of the fields of the object that is being archived.
///
/// An object's fields begin with *flags*. Bit 0 gives the width of the end-table entries, and each
/// optional field has one further bit, set if the field is present. The fixed-width fields follow,
/// then the *end table* with the end offset of each variable-width field but the last.
@usableFromInline
struct FieldCursor {
  /// The offset of the flags.
  @usableFromInline var start = 0
  /// The index of the flag of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The offset of the next entry of the end table.
  @usableFromInline var end = 0
  /// The number of entries of the end table that remain.
  @usableFromInline var endsLeft = 0
  /// The offset of the first variable-width field.
  @usableFromInline var variable = 0
  /// The number of variable-width fields that remain.
  @usableFromInline var variablesLeft = 0
  /// The offset after the fixed-width fields, where the end table begins.
  @usableFromInline var fixedEnd = 0

  /// The number of the object's schema.
  @usableFromInline var schema: UInt32 = 0

  @usableFromInline init() {}
}
