public import LodeCoding

/// The types that the code written by macros names.
///
/// `@Archivable` and `@Model` write code that must compile in a file that imports only `Lode`.
/// Programs do not use this type.
public enum MacroExpansion {
  /// As in `LodeCoding`.
  public typealias ArchivableClass = LodeCoding.ArchivableClass
  /// As in `LodeCoding`.
  public typealias ArchivableEnum = LodeCoding.ArchivableEnum
  /// As in `LodeCoding`.
  public typealias ArchivePath = LodeCoding.ArchivePath
  /// As in `LodeCoding`.
  public typealias ArchiveReader = LodeCoding.ArchiveReader
  /// As in `LodeCoding`.
  public typealias ArchiveSchema = LodeCoding.ArchiveSchema
  /// As in `LodeCoding`.
  public typealias ArchivedField = LodeCoding.ArchivedField
  /// As in `LodeCoding`.
  public typealias ArchiveWriter = LodeCoding.ArchiveWriter
  /// As in `LodeCoding`.
  public typealias CompoundKey = LodeCoding.CompoundKey
  /// As in `LodeCoding`.
  public typealias KeyBuffer = LodeCoding.KeyBuffer
  /// As in `LodeCoding`.
  public typealias KeyError = LodeCoding.KeyError
  /// As in `LodeCoding`.
  public typealias KeyReader = LodeCoding.KeyReader
}
