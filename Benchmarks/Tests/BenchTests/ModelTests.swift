import BenchHarness
import Coders
import Foundation
import Testing

@testable import Models

@Suite("Peers that store objects")
struct ModelTests {
  @Test("Every peer gives back exactly the persons that it got", arguments: ModelPeer.allCases)
  func persons(peer: ModelPeer) throws {
    let set = try ModelSet.persons(300)
    try inDirectory { try check(set, peer.openPersons($0)) }
  }

  @Test(
    "Every peer gives back exactly the package records that it got, with what they lack and have besides",
    arguments: ModelPeer.allCases)
  func packages(peer: ModelPeer) throws {
    let full = [
      "Package": "b", "Size": "7", "Installed-Size": "9", "Depends": "a, ü", "Enhances": "x",
      "Ruby-Versions": "",
    ]
    let set = try ModelSet.packages([PackageRecord(["Package": "a"]), PackageRecord(full)])
    try inDirectory { try check(set, peer.openPackages($0)) }
  }

  @Test("Every peer notices a person that is not what it was", arguments: ModelPeer.allCases)
  func difference(peer: ModelPeer) throws {
    let set = try ModelSet.persons(100)
    var changed = set.objects
    changed[41] = changed[41].noting(changed[41].notes.uppercased())
    changed[42] = changed[42].noting(changed[42].notes + ".")
    let other = try ModelSet("changed", changed)
    try inDirectory { directory in
      let store = try peer.openPersons(directory)
      _ = try store.insert(other, 100)
      #expect(try store.countEqual(set, 100) == 98)
      #expect(try store.scan() != set.digest(100))
      try store.close()
    }
  }

  @Test("The checked floor keeps the dictionary that a large insert trains")
  func dictionary() throws {
    let set = try ModelSet.persons(1_200)
    try inDirectory { directory in
      let store = try ModelPeer.checkedFloor.openPersons(directory)
      _ = try store.insert(set, 1_200)
      try store.close()
      try check(set, ModelPeer.checkedFloor.openPersons(directory), isFilled: true)
    }
  }

  @Test("The checked floor notices a number that changed in its file")
  func damage() throws {
    let set = try ModelSet.persons(100)
    try inDirectory { directory in
      let store = try ModelPeer.checkedFloor.openPersons(directory)
      _ = try store.insert(set, 100)
      try store.close()
      let file = URL(fileURLWithPath: directory + "/data.mdb")
      var bytes = try Data(contentsOf: file)
      let bits = set.objects[41].income.bitPattern
      let number = Data((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
      let range = try #require(bytes.range(of: number))
      bytes[range.lowerBound] ^= 1
      try bytes.write(to: file)
      let damaged = try ModelPeer.checkedFloor.openPersons(directory)
      #expect(throws: BenchFailure.self) { try damaged.scan() }
      #expect(throws: BenchFailure.self) { try damaged.get(set.keys([41])) }
      #expect(try damaged.get(set.keys([40])) == set.digest(of: [40]))
      try damaged.close()
    }
  }

  @Test(
    "Packages and all that they need are found by their references", arguments: ModelPeer.followers)
  func references(peer: ModelPeer) throws {
    let set = PackageSet([
      PackageRecord(["Package": "a", "Depends": "b (>= 1) | x, c:any, gone", "Installed-Size": "1"]
      ),
      PackageRecord(["Package": "b", "Installed-Size": "20"]),
      PackageRecord(["Package": "c", "Depends": "a", "Installed-Size": "300"]),
      PackageRecord(["Package": "b", "Installed-Size": "4000"]),
    ])
    #expect(set.packages.map(\.name) == ["a", "b", "c"])
    #expect(set.digest(["a", "c"]).count == 5)
    try inDirectory { directory in
      let store = try peer.openReferences(directory)
      try store.insert(set.packages)
      #expect(try store.countEqual(set.packages) == 3)
      #expect(try store.follow(["a", "c"]) == set.digest(["a", "c"]))
      #expect(try store.follow(["b"]) != set.digest(["c"]))
      try store.close()
    }
  }

  private func check<Object>(
    _ set: ModelSet<Object>, _ store: ModelStore<Object>, isFilled: Bool = false
  ) throws {
    let count = set.objects.count
    let all = set.keys((0..<count).reversed())
    if !isFilled { _ = try store.insert(set, count) }
    #expect(try store.countEqual(set, count) == count)
    #expect(try store.scan() == set.digest(count))
    #expect(try store.get(all) == all.digest)
    #expect(try store.getEach(all) == all.digest)
    #expect(try store.delete(set.keys([1])) == 1)
    #expect(try store.scan() == set.digest(of: [0] + (2..<max(count, 2))))
    try store.close()
  }

  private func inDirectory(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/models-\(UUID())"
    try makeEmptyDirectory(path)
    try body(path)
    try removeDirectory(path)
  }
}

extension Citizen {
  // Not `with`, which GRDB has already.
  fileprivate func noting(_ notes: String) -> Citizen {
    Citizen(
      id: id, name: name, email: email, city: city, age: age, street: street, income: income,
      visits: visits, latitude: latitude, notes: notes)
  }
}
