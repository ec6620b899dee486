public import LodeCoding

/// Aliases for types that generated code uses, and that `import Lode` does not export.
///
/// The code that `@Archivable` and `@Model` generate must compile in a file that imports only
/// `Lode`. Programs need not use these aliases.
public enum MacroExpansion {
  /// `ArchivableClass` of `LodeCoding`: the protocol of archivable classes.
  public typealias ArchivableClass = LodeCoding.ArchivableClass
  /// `ArchivableEnum` of `LodeCoding`: the protocol of archivable enumerations.
  public typealias ArchivableEnum = LodeCoding.ArchivableEnum
  /// `ArchivePath` of `LodeCoding`: the path of a field.
  public typealias ArchivePath = LodeCoding.ArchivePath
  /// `ArchiveReader` of `LodeCoding`: the reader of an archive.
  public typealias ArchiveReader = LodeCoding.ArchiveReader
  /// `ArchiveSchema` of `LodeCoding`: the schema of a type.
  public typealias ArchiveSchema = LodeCoding.ArchiveSchema
  /// `ArchivedField` of `LodeCoding`: a field of a type, by its index in the schema.
  public typealias ArchivedField = LodeCoding.ArchivedField
  /// `ArchiveWriter` of `LodeCoding`: the writer of an archive.
  public typealias ArchiveWriter = LodeCoding.ArchiveWriter
  /// `CompoundKey` of `LodeCoding`: the protocol of keys with several components.
  public typealias CompoundKey = LodeCoding.CompoundKey
  /// `KeyBuffer` of `LodeCoding`: the buffer for an encoded key.
  public typealias KeyBuffer = LodeCoding.KeyBuffer
  /// `KeyError` of `LodeCoding`: the error of an invalid key.
  public typealias KeyError = LodeCoding.KeyError
  /// `KeyReader` of `LodeCoding`: the reader of an encoded key.
  public typealias KeyReader = LodeCoding.KeyReader
}
