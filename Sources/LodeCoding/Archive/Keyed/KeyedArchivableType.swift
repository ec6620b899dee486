/// The common requirements of types that name their fields during archiving.
///
/// Types conform through ``KeyedArchivable`` or ``KeyedArchivableClass``.
public protocol KeyedArchivableType: ArchivableValue {
  /// The type's name in archives.
  ///
  /// Default: the name with enclosing types and without the module, such as `Outer.Inner` or
  /// `Box<Int>`.
  static var archiveName: String { get }
  /// The names of the type in archives of earlier versions.
  ///
  /// Default: empty.
  static var formerArchiveNames: [String] { get }
  /// The version that archives of the type record.
  ///
  /// Default: 1.
  static var archiveVersion: Int { get }
}

extension KeyedArchivableType {
  /// The name with enclosing types and without the module.
  public static var archiveName: String { TypeName.archived(Self.self) }
  /// The default list of former names, which is empty.
  public static var formerArchiveNames: [String] { [] }
  /// The default version, 1.
  public static var archiveVersion: Int { 1 }
}
