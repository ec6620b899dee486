#if Macros
  import Lode
  import LodeCoding
  import Observation

  // Classes as programs write them: bases, subclasses, circles.

  @Archivable(superclass: nil)
  class Figure {
    var name: String
    weak var owner: Drawing?

    init(name: String) { self.name = name }

    /// A subclass inside of its superclass, which sees the private members of that.
    @Archivable(superclass: Figure.self)
    final class Point: Figure {
      var x = 0

      override init(name: String) { super.init(name: name) }
    }
  }

  @Archivable("round", version: 3, superclass: Figure.self)
  class Ellipse: Figure {
    let width: Double
    @Reference var twin: Figure? = nil

    init(name: String, width: Double) {
      self.width = width
      super.init(name: name)
    }
  }

  @Archivable(superclass: Ellipse.self)
  final class Circle: Ellipse {
    var hasCentre = true

    override init(name: String, width: Double) { super.init(name: name, width: width) }
  }

  @Archivable
  final class Drawing {
    var figures: [Figure] = []
    @Reference var next: Drawing?
    @Reference weak var first: Figure?

    init() {}
  }

  @Archivable
  final class Constant: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }

  @Archivable
  @Observable
  final class Counter {
    var count = 0
    @ObservationIgnored var step = 1

    init() {}
  }

  @Archivable(superclass: nil)
  class Holder<Content: ArchivableValue> {
    var content: Content

    init(content: Content) { self.content = content }
  }
#endif
