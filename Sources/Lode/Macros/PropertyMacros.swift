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
  ///   - was: Names of the field in archives of earlier versions. For an enumeration case, `was` is
  ///     a compile-time error.
  @attached(peer)
  public macro Stored(_ name: String? = nil, was: String...) =
    #externalMacro(module: "LodeMacros", type: "StoredMacro")

  /// Excludes a property from archives.
  ///
  /// The property must have an initial value; a `var` of type `T?` has the value `nil`. Reading an
  /// archive gives the property its initial value.
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

  /// Archives a property as a value of another type.
  ///
  /// A transform converts between the two types.
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
  /// - Parameter transform: The transform. The property has the type `Value` of the transform.
  ///   `Value` can be an optional type.
  @attached(peer)
  public macro Transformed<T: ArchiveTransform>(by transform: T.Type) =
    #externalMacro(module: "LodeMacros", type: "TransformedMacro")

  /// Lets a property be part of a cycle of objects.
  ///
  /// From an archive, Lode reads most properties before the object exists. Lode reads weak
  /// properties and properties with `@Reference` after the object exists. So every cycle needs at
  /// least one weak property, or one property with `@Reference`. Only classes can have properties
  /// with `@Reference`, and the property must be an optional `var`.
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
  /// A weak property can be part of a cycle without `@Reference`. A weak property alone does not
  /// add its object to the archive. The archive contains the object in two cases: the object is the
  /// archived value, or another property archives the object. That other property is not weak, or
  /// has `@Reference`. If the archive lacks the object, the weak property is `nil` after reading.
  /// With `@Reference`, the archive always contains the property's object.
  @attached(peer)
  public macro Reference() = #externalMacro(module: "LodeMacros", type: "ReferenceMacro")
#endif
