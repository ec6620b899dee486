#if Macros
  /// Sets the name of a property or an enumeration case in archives, and the earlier names of a
  /// property.
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
  ///   - name: The name in archives; by default the name in Swift.
  ///   - was: Names of the field in archives of earlier versions. Cases have no earlier names.
  @attached(peer)
  public macro Stored(_ name: String? = nil, was: String...) =
    #externalMacro(module: "LodeMacros", type: "StoredMacro")

  /// Excludes a property from archives.
  ///
  /// Reading an archive gives the property its initial value.
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

  /// Archives a property as the value that a transform returns.
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
  /// - Parameter transform: A type whose `Value` is the type of the property. For an optional
  ///   property, `Value` is the optional type.
  @attached(peer)
  public macro Transformed<T: ArchiveTransform>(by transform: T.Type) =
    #externalMacro(module: "LodeMacros", type: "TransformedMacro")

  /// Marks a reference that is read after its target, so that references can form a cycle.
  ///
  /// Reading an archive resolves all other references of an object before the object itself exists.
  /// Every cycle therefore needs at least one weak property or one property with `@Reference`. Only
  /// classes can have properties with `@Reference`, and the property must be an optional `var`.
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
  /// A weak property can be part of a cycle without `@Reference`. The archive then contains the
  /// object of the property only if another property refers to the object. With `@Reference`, the
  /// archive always contains the object.
  @attached(peer)
  public macro Reference() = #externalMacro(module: "LodeMacros", type: "ReferenceMacro")
#endif
