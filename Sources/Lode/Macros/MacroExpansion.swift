public import LodeCoding

/// Aliases for types that macros use in their code, and that `import Lode` does not export.
///
/// The code of `@Archivable` and `@Model` must compile in a file that imports only `Lode`. Programs
/// need not use these aliases.
public enum MacroExpansion {
  /// `ArchivableClass` of `LodeCoding`.
  public typealias ArchivableClass = LodeCoding.ArchivableClass
  /// `ArchivableEnum` of `LodeCoding`.
  public typealias ArchivableEnum = LodeCoding.ArchivableEnum
  /// `ArchivePath` of `LodeCoding`.
  public typealias ArchivePath = LodeCoding.ArchivePath
  /// `ArchiveReader` of `LodeCoding`.
  public typealias ArchiveReader = LodeCoding.ArchiveReader
  /// `ArchiveSchema` of `LodeCoding`.
  public typealias ArchiveSchema = LodeCoding.ArchiveSchema
  /// `ArchivedField` of `LodeCoding`.
  public typealias ArchivedField = LodeCoding.ArchivedField
  /// `ArchiveWriter` of `LodeCoding`.
  public typealias ArchiveWriter = LodeCoding.ArchiveWriter
  /// `CompoundKey` of `LodeCoding`.
  public typealias CompoundKey = LodeCoding.CompoundKey
  /// `KeyBuffer` of `LodeCoding`.
  public typealias KeyBuffer = LodeCoding.KeyBuffer
  /// `KeyError` of `LodeCoding`.
  public typealias KeyError = LodeCoding.KeyError
  /// `KeyReader` of `LodeCoding`.
  public typealias KeyReader = LodeCoding.KeyReader
}
