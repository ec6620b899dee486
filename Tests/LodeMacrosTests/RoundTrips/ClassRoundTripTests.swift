#if Macros
  import Lode
  import LodeCoding
  import Testing

  @Suite("What @Archivable writes for classes archives and reads them")
  struct ClassRoundTripTests {
    private func copy<T: ArchivableValue>(
      _ value: T, allowing types: AllowedTypes = []
    ) throws -> T {
      try Unarchiver.unarchive(T.self, from: Archiver.archive(value), allowing: types)
    }

    @Test func `every class of an inheritance has its own level`() throws {
      let circle = Circle(name: "c", width: 4)
      circle.hasCentre = false
      let read = try copy(circle)
      #expect(read.name == "c" && read.width == 4 && !read.hasCentre && read.twin == nil)
      #expect(Circle.archiveSchema.description == "Circle: round 1 (hasCentre: bool)")
      #expect(Ellipse.archiveSchema.description == "round: Figure 3 (width: double, twin: object?)")
      let point = Figure.Point(name: "p")
      point.x = 3
      #expect(try copy(point).x == 3)
      #expect(Figure.Point.archiveSchema.name == "Figure.Point")
    }

    @Test
    func `circles of weak and other references close again, of the classes that were archived`()
      throws
    {
      let (drawing, other) = (Drawing(), Drawing())
      let (circle, ellipse) = (Circle(name: "c", width: 1), Ellipse(name: "e", width: 2))
      drawing.figures = [circle, ellipse, Figure.Point(name: "p")]
      (drawing.next, other.next, drawing.first) = (other, drawing, ellipse)
      (circle.owner, circle.twin, ellipse.twin) = (drawing, ellipse, ellipse)
      let read = try copy(drawing, allowing: [Circle.self, Ellipse.self, Figure.Point.self])
      #expect(read.next?.next === read)
      let figures = read.figures
      #expect(figures.count == 3 && figures[2] is Figure.Point)
      #expect(read.first === figures[1])
      #expect(figures[0].owner === read && figures[1].owner == nil)
      let twin = try #require(figures[0] as? Circle).twin
      #expect(twin === figures[1])
      #expect((twin as? Ellipse)?.twin === twin)
      (drawing.next, circle.twin, ellipse.twin, read.next) = (nil, nil, nil, nil)
    }

    @Test
    func `a weak reference does not bring its object into the archive, one with @Reference does`()
      throws
    {
      let (figure, drawing) = (Figure(name: "f"), Drawing())
      figure.owner = drawing
      #expect(try copy(figure).owner == nil)
      drawing.first = figure
      let objects = try copy([Archived(figure: drawing.first), Archived(figure: nil)])
      #expect(objects[0].figure?.name == "f" && objects[1].figure == nil)
    }

    @Test func `constant, observed and generic classes come back`() throws {
      #expect(try copy(Constant(number: 5)).number == 5)
      let counter = Counter()
      (counter.count, counter.step) = (3, 2)
      let read = try copy(counter)
      #expect(read.count == 3 && read.step == 2)
      #expect(try copy(Holder(content: ["a": 1])).content == ["a": 1])
      #expect(Holder<Int>.archiveSchema.name == "Holder<Int>")
    }
  }

  @Archivable
  private struct Archived {
    var figure: Figure?
  }
#endif
