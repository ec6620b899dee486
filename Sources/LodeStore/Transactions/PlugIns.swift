/// An object through which a feature takes part in the work of a lower layer.
///
/// The lower layer declares a protocol that refines this protocol, such as `IndexKind`.
protocol PlugIn: Sendable {}

/// The plug-ins of a store, fixed at its opening.
struct PlugIns: Sendable {
  private let plugIns: [any PlugIn]

  init(_ plugIns: [any PlugIn]) { self.plugIns = plugIns }

  /// Returns the first plug-in of a type that meets a condition, or `nil`.
  func first<P>(_ type: P.Type, where isMet: (P) -> Bool) -> P? {
    for plugIn in plugIns {
      if let found = plugIn as? P, isMet(found) { return found }
    }
    return nil
  }
}
