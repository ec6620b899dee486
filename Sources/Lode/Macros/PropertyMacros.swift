#if Macros
  /// Gives a property, or a case of an enumeration, a name in archives that is not its name in the
  /// program.
  ///
  /// ```swift
  /// @Archivable
  /// struct Contact {
  ///   @Stored("mail", was: "email", "e-mail") var address: String
  ///   @Stored(was: "years") var age: Int
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name in archives; the property's own if it is left out.
  ///   - was: names of the field in archives of earlier versions. Cases have no earlier names.
  @attached(peer)
  public macro Stored(_ name: String? = nil, was: String...) =
    #externalMacro(module: "LodeMacros", type: "StoredMacro")

  /// Leaves a property out of archives; it has its initial value when its type has been read.
  ///
  /// ```swift
  /// @Archivable
  /// struct Row {
  ///   var title: String
  ///   @Ignored var isSelected = false
  /// }
  /// ```
  @attached(peer)
  public macro Ignored() = #externalMacro(module: "LodeMacros", type: "IgnoredMacro")

  /// Archives a property as what a transform makes of it.
  ///
  /// ```swift
  /// struct Money { var cents: Int }
  ///
  /// enum Cents: ArchiveTransform {
  ///   static func stored(from value: Money) -> Int { value.cents }
  ///   static func value(from stored: Int) -> Money { Money(cents: stored) }
  /// }
  ///
  /// @Archivable
  /// struct Item {
  ///   @Transformed(by: Cents.self) var price: Money
  /// }
  /// ```
  ///
  /// - Parameter transform: a type whose `Value` is the type of the property, also when that is an
  ///   optional.
  @attached(peer)
  public macro Transformed<T: ArchiveTransform>(by transform: T.Type) =
    #externalMacro(module: "LodeMacros", type: "TransformedMacro")

  /// Lets a reference be part of a circle: it is set when the object that it refers to has been
  /// read.
  ///
  /// Other references are read before their object exists. So every cycle needs one property with
  /// `@Reference`, or a weak one. The property is an optional `var` of a class.
  ///
  /// ```swift
  /// @Archivable
  /// final class Person {
  ///   let name: String
  ///   @Reference var partner: Person?
  ///
  ///   init(name: String) { self.name = name }
  /// }
  /// ```
  ///
  /// A weak reference needs it only when it is a reason to archive the object.
  @attached(peer)
  public macro Reference() = #externalMacro(module: "LodeMacros", type: "ReferenceMacro")
#endif
