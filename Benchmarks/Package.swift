// swift-tools-version: 6.2
import PackageDescription

// The same checks as the library's own package: a benchmark that cheats by accident is worse than
// none.
let checks: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let lifetimes: SwiftSetting = .enableExperimentalFeature("Lifetimes")

// Without the trait, GRDB is not even fetched: `swift build --disable-default-traits`.
let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"]))

let package = Package(
  name: "lode-benchmarks",
  // The benchmarks use `span` of arrays and strings, which needs macOS 26; the library does not.
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "lode-bench", targets: ["lode-bench"]),
    .executable(name: "lode-bench-all", targets: ["lode-bench-all"]),
  ],
  traits: [
    .trait(name: "GRDB", description: "GRDB as a peer"), .default(enabledTraits: ["GRDB"]),
  ],
  dependencies: [
    // No benchmark needs macros, and swift-syntax takes five minutes to build.
    .package(name: "lode", path: "..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CPeerSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(
      name: "CPeerLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(
      name: "CPeerZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .target(name: "BenchData"),
    .target(name: "LMDBFloor", dependencies: ["BenchData", "CPeerLMDB"]),
    .target(name: "SQLitePeer", dependencies: ["BenchData", "CPeerSQLite"]),
    .target(
      name: "BenchHarness", dependencies: ["BenchData"], swiftSettings: checks + [lifetimes]),
    .target(
      name: "Engines",
      dependencies: [
        "BenchHarness", "LMDBFloor", "SQLitePeer",
        .product(name: "LodeLMDB", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
        grdb,
      ],
      swiftSettings: checks),
    .target(name: "StructFloor", dependencies: ["BenchData"]),
    .target(
      name: "Coders",
      dependencies: [
        "BenchHarness", "StructFloor",
        .product(name: "LodeCoding", package: "lode"),
      ],
      swiftSettings: checks),
    .target(
      name: "ModelPeers", dependencies: ["BenchData", "CPeerLMDB", "CPeerSQLite", "CPeerZstd"]),
    .target(
      name: "Models",
      dependencies: [
        "BenchHarness", "Coders", "ModelPeers",
        .product(name: "Lode", package: "lode"),
        .product(name: "LodeModels", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
        grdb,
      ],
      swiftSettings: checks),
    .target(
      name: "Searches",
      dependencies: [
        "BenchHarness", "ModelPeers",
        .product(name: "LodeModels", package: "lode"),
        .product(name: "LodeLMDB", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
        grdb,
      ],
      swiftSettings: checks),
    .target(
      name: "Migrations",
      dependencies: [
        "BenchHarness",
        .product(name: "LodeModels", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
        grdb,
      ],
      swiftSettings: checks),
    .target(
      name: "Checks",
      dependencies: [
        "BenchHarness",
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeLMDB", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
      ],
      swiftSettings: checks),
    .target(
      name: "Differential",
      dependencies: [
        "BenchHarness", "CPeerSQLite",
        .product(name: "LodeModels", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeSearch", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
      ],
      swiftSettings: checks),
    .target(
      name: "PackageIndex", dependencies: ["BenchHarness", "Coders"], swiftSettings: checks),
    .target(
      name: "Tour",
      dependencies: [
        "BenchHarness", "Coders", "PackageIndex",
        .product(name: "LodeModels", package: "lode"),
        .product(name: "LodeCoding", package: "lode"),
        .product(name: "LodeSearch", package: "lode"),
        .product(name: "LodeStore", package: "lode"),
      ],
      swiftSettings: checks),
    .target(
      name: "Common",
      dependencies: ["BenchHarness", "Coders", "Engines", "Models", "PackageIndex", "Searches"],
      swiftSettings: checks),
    .target(
      name: "Workloads",
      dependencies: [
        "BenchHarness", "Checks", "Coders", "Migrations", "Models", "PackageIndex", "Searches",
      ],
      swiftSettings: checks),
    .target(name: "Report", dependencies: ["BenchHarness"], swiftSettings: checks),
    // What `Benchmarks/run` builds and runs; it needs no other package than Lode and GRDB.
    .executableTarget(
      name: "lode-bench",
      dependencies: ["BenchHarness", "Common", "PackageIndex", "Report", "Tour"],
      swiftSettings: checks),
    // `Benchmarks/run --all`.
    .executableTarget(
      name: "lode-bench-all",
      dependencies: [
        "BenchHarness", "Common", "Differential", "Engines", "Models", "PackageIndex", "Workloads",
        "Report", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: checks),
    .testTarget(
      name: "BenchTests",
      dependencies: [
        "BenchHarness", "Coders", "Common", "Differential", "Models", "PackageIndex", "Report",
        "Searches", "Tour", "Workloads",
      ],
      swiftSettings: checks),
  ]
)
