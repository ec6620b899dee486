// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Every target is checked the same way: borrowed bytes and C calls are spelled `unsafe`, a warning
// stops the build, and an import is internal to its file unless the file says otherwise.
let checks: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Needed only where a type that cannot escape is declared; clients compile without it.
let lifetimes: SwiftSetting = .enableExperimentalFeature("Lifetimes")

// Macros are for those who want them: without the trait, swift-syntax is not even fetched.
let macros: TargetDependencyCondition? = .when(traits: ["Macros"])

// Most searches need no library for the endings of words.
let stemming: TargetDependencyCondition? = .when(traits: ["Stemming"])

let package = Package(
  name: "lode",
  // `Mutex` and `Atomic` need these versions. `-Xswiftc -DLODE_BEFORE_26` builds on Linux what these
  // versions get in place of newer APIs; see Docs/Decisions/0018-operating-systems.md.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Lode", targets: ["Lode"]),
    .library(name: "LodeModels", targets: ["LodeModels"]),
    .library(name: "LodeLMDB", targets: ["LodeLMDB"]),
    .library(name: "LodeCoding", targets: ["LodeCoding"]),
    .library(name: "LodeText", targets: ["LodeText"]),
    .library(name: "LodeStore", targets: ["LodeStore"]),
    .library(name: "LodeSearch", targets: ["LodeSearch"]),
    .library(name: "LodeCommand", targets: ["LodeCommand"]),
    .library(name: "LodeTesting", targets: ["LodeTesting"]),
    .executable(name: "lode", targets: ["lode"]),
  ],
  traits: [
    .trait(
      name: "Macros",
      description: "@Archivable, @Model and their companions, made with swift-syntax"),
    .trait(
      name: "Stemming",
      description: "Words without their endings in some thirty languages, by the library libstemmer"
    ),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CStemmer", providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),
    .target(name: "LodeLMDB", dependencies: ["CLMDB"], swiftSettings: checks + [lifetimes]),
    .target(
      name: "LodeCoding", dependencies: ["CZstd"], swiftSettings: checks + [lifetimes]),
    .macro(
      name: "LodeMacros",
      dependencies: [
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
      ],
      swiftSettings: checks),
    .target(
      name: "LodeText",
      dependencies: ["LodeCoding", .target(name: "CStemmer", condition: stemming)],
      swiftSettings: checks + [lifetimes]),
    .target(
      name: "LodeStore",
      dependencies: [
        "LodeLMDB", "LodeCoding", "LodeText",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: checks + [lifetimes]),
    .target(
      name: "LodeSearch",
      dependencies: [
        "LodeStore", "LodeCoding", "LodeLMDB",
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: checks + [lifetimes]),
    .target(
      name: "LodeModels", dependencies: ["LodeStore", "LodeSearch", "LodeCoding"],
      swiftSettings: checks + [lifetimes]),
    // What programs import: the types that they name, and the macros.
    .target(
      name: "Lode",
      dependencies: [
        "LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeLMDB",
        .target(name: "LodeMacros", condition: macros),
      ],
      swiftSettings: checks),
    .target(
      name: "LodeCLI",
      dependencies: [
        "LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeLMDB",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: checks + [lifetimes]),
    .executableTarget(name: "lode", dependencies: ["LodeCLI"], swiftSettings: checks),
    // For the own tool of a program, which has its models and its steps.
    .target(
      name: "LodeCommand",
      dependencies: ["LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeCLI"],
      swiftSettings: checks),
    // For the tests of programs whose stores outlive a release.
    .target(
      name: "LodeTesting",
      dependencies: ["LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeCLI"],
      swiftSettings: checks + [lifetimes]),

    .target(
      name: "LodeTestSupport", path: "Tests/LodeTestSupport", swiftSettings: checks),
    // Apart from LodeTestSupport, which programs link too: they would load the testing library.
    .target(name: "LodeTestTags", path: "Tests/LodeTestTags", swiftSettings: checks),
    .target(
      name: "LodeTestErrors", dependencies: ["LodeStore"], path: "Tests/LodeTestErrors",
      swiftSettings: checks),
    // A second process, for what one process cannot show: kills, forks, limits, other users.
    .executableTarget(
      name: "lmdb-child", dependencies: ["LodeLMDB"], path: "Tests/LMDBChild",
      swiftSettings: checks),
    // The programs that the fault kit kills, starves and feeds damaged files to.
    .executableTarget(
      name: "lode-fault",
      dependencies: ["LodeModels", "LodeStore", "LodeCoding", "LodeLMDB", "LodeTestSupport"],
      path: "Tests/FaultPrograms", swiftSettings: checks),
    .testTarget(
      name: "LodeLMDBTests",
      dependencies: ["LodeLMDB", "LodeTestSupport", "LodeTestTags", "CLMDB", "lmdb-child"],
      swiftSettings: checks),
    .testTarget(
      name: "CompileTimeTests", dependencies: ["LodeLMDB", "LodeTestSupport", "LodeTestTags"],
      exclude: ["Snippets"], swiftSettings: checks),
    .testTarget(
      name: "LodeCodingTests", dependencies: ["LodeCoding", "LodeTestSupport", "LodeTestTags"],
      swiftSettings: checks),
    .testTarget(
      name: "LodeMacrosTests",
      dependencies: ["Lode", "LodeModels", "LodeCoding", "LodeTestErrors", "LodeTestSupport"],
      swiftSettings: checks),
    // Tests that link a macro are built like tools, and so is everything built with them. `Tests/run`
    // builds these apart from the others; built together, every module is compiled twice.
    .testTarget(
      name: "MacroExpansionTests",
      dependencies: [
        .target(name: "LodeMacros", condition: macros),
        .product(
          name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax", condition: macros),
      ],
      swiftSettings: checks),
    .executableTarget(
      name: "store-child", dependencies: ["LodeStore", "LodeCoding"], path: "Tests/StoreChild",
      swiftSettings: checks),
    .testTarget(
      name: "LodeStoreTests",
      dependencies: [
        "LodeStore", "LodeCoding", "LodeLMDB", "LodeTestSupport", "LodeTestTags", "store-child",
      ],
      exclude: ["Compatibility/Stores"],
      swiftSettings: checks),
    // A feature outside of LodeStore: an index kind and a participant of writes.
    .testTarget(
      name: "ToyFeatureTests",
      dependencies: ["LodeStore", "LodeCoding", "LodeLMDB", "LodeTestSupport", "LodeTestTags"],
      swiftSettings: checks),
    .testTarget(
      name: "LodeSearchTests",
      dependencies: [
        "LodeSearch", "LodeStore", "LodeCoding", "LodeLMDB", "LodeTestErrors", "LodeTestSupport",
        "LodeTestTags",
      ],
      swiftSettings: checks + [lifetimes]),
    .executableTarget(
      name: "migration-child", dependencies: ["LodeModels"], path: "Tests/MigrationChild",
      swiftSettings: checks),
    .testTarget(
      name: "LodeModelsTests",
      dependencies: [
        "Lode", "LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeTestErrors",
        "LodeTestSupport", "LodeTestTags", "migration-child",
      ],
      swiftSettings: checks),
    // A live query in the terminal: `swift run live-demo`.
    .executableTarget(
      name: "live-demo", dependencies: ["LodeModels"], path: "Tests/LiveDemo",
      swiftSettings: checks),
    .executableTarget(
      name: "member-tool", dependencies: ["LodeModels", "LodeCommand"],
      path: "Tests/MemberTool",
      swiftSettings: checks),
    .testTarget(
      name: "LodeCommandTests",
      dependencies: [
        "LodeModels", "LodeStore", "LodeCoding", "LodeTestSupport", "LodeTestTags", "member-tool",
      ],
      swiftSettings: checks),
    .testTarget(
      name: "LodeTestingTests",
      dependencies: [
        "LodeTesting", "LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeTestErrors",
        "LodeTestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: checks),
    .testTarget(
      name: "CrashTests", dependencies: ["LodeTestSupport", "LodeTestTags", "lode-fault"],
      swiftSettings: checks),
    .testTarget(
      name: "LodeCLITests",
      dependencies: [
        "LodeCLI", "LodeModels", "LodeStore", "LodeSearch", "LodeCoding", "LodeLMDB",
        "LodeTestSupport", "LodeTestTags",
        "lode",
      ],
      swiftSettings: checks + [lifetimes]),
  ]
)

// `LODE_TESTS=LodeStoreTests,LodeModelsTests swift build --build-tests` builds only these tests, and
// `LODE_TESTS=-MacroExpansionTests` all others.
if let names = Context.environment["LODE_TESTS"] {
  let isException = names.hasPrefix("-")
  let named = names.drop { $0 == "-" }.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.type == .test && named.contains($0.name) == isException }
}

// `.ci/docs` builds the documentation. Users of the package do not download the plugin.
if Context.environment["LODE_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
