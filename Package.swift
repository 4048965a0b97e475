// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

/// What every target of ours is built with: strict visibility, and no warning survives.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// The libraries of the signer's side: no target here may reach a network, directly or through another.
let offline: [Target] = [
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CSystem"),
    .target(
        name: "Confine",
        dependencies: ["CSystem", "TextCodec", .target(name: "CSeccomp", condition: .when(platforms: [.linux]))],
        exclude: ["Confine.md"], swiftSettings: house),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .target(name: "TextCodec", exclude: ["TextCodec.md"], swiftSettings: house),
    .target(
        name: "SafeFiles", dependencies: ["CSystem", "TextCodec"], exclude: ["SafeFiles.md"], swiftSettings: house),
    .target(name: "XDR", swiftSettings: house),
    .target(name: "StellarXDR", dependencies: ["XDR"], exclude: ["Schema"], swiftSettings: house),
    .target(name: "SodiumKit", dependencies: ["CSodium"], exclude: ["SodiumKit.md"], swiftSettings: house),
    .target(
        name: "Stellar", dependencies: ["XDR", "StellarXDR", "SodiumKit", "TextCodec"], swiftSettings: house),
    .target(
        name: "Review", dependencies: ["XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"],
        exclude: ["Review.md"], swiftSettings: house),
    .target(
        name: "Vault", dependencies: ["SodiumKit", "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles"],
        exclude: ["Vault.md"], swiftSettings: house),
    .target(
        name: "Handoff", dependencies: ["CQREncode", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"],
        exclude: ["Handoff.md"], swiftSettings: house),
    .target(
        name: "CLISupport",
        dependencies: [
            "SodiumKit", "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles", "Handoff",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .target(
        name: "Scan",
        dependencies: [
            "CLinux", "CPNG", "CSystem", "CTurboJPEG", "CZBar", "Confine", "Handoff", "Stellar", "StellarXDR",
            "TextCodec",
        ], exclude: ["Scan.md"], swiftSettings: house),
]

/// The libraries of the networked side.
let online: [Target] = [
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CurlHTTP", dependencies: ["CCurl"], exclude: ["CurlHTTP.md"], swiftSettings: house),
    .target(
        name: "Horizon", dependencies: ["CurlHTTP", "XDR", "StellarXDR", "Stellar", "TextCodec"],
        exclude: ["Horizon.md"], swiftSettings: house),
    .target(
        name: "Journal",
        dependencies: ["Stellar", "TextCodec", "SafeFiles", .product(name: "GRDB", package: "GRDB.swift")],
        exclude: ["Journal.md"], swiftSettings: house),
    .target(
        name: "Anchor",
        dependencies: [
            "CurlHTTP", "XDR", "StellarXDR", "Stellar", "TextCodec",
        ], exclude: ["Anchor.md"], swiftSettings: house),
    .target(
        name: "Submitter",
        dependencies: ["CurlHTTP", "Horizon", "Journal", "Stellar", "StellarXDR", "XDR", "TextCodec"],
        exclude: ["Submitter.md"], swiftSettings: house),
    .target(
        name: "Preflight", dependencies: ["Horizon", "Stellar", "StellarXDR", "XDR"], exclude: ["Preflight.md"],
        swiftSettings: house),
    .target(
        name: "OnlineSupport",
        dependencies: [
            "CLISupport", "CurlHTTP", "Horizon", "Preflight", "Anchor", "Journal", "Handoff", "Review", "Stellar",
            "StellarXDR", "XDR", "SodiumKit", "TextCodec", "SafeFiles",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .target(
        name: "Ledger", dependencies: ["XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"],
        exclude: ["Ledger.md"], swiftSettings: house),
    .target(
        name: "PracticeAnchor", dependencies: ["Ledger", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"],
        exclude: ["PracticeAnchor.md"], swiftSettings: house),
]

let programs: [Target] = [
    .executableTarget(
        name: "coldstar-build",
        dependencies: [
            "OnlineSupport", "Preflight", "CLISupport", "CurlHTTP", "Horizon", "Anchor", "Journal", "Handoff", "Review",
            "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .executableTarget(
        name: "coldstar-sign",
        dependencies: [
            "CLISupport", "Confine", "Vault", "Handoff", "Review", "Stellar", "StellarXDR", "XDR", "SodiumKit",
            "TextCodec", "SafeFiles", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .executableTarget(
        name: "coldstar-submit",
        dependencies: [
            "OnlineSupport", "Preflight", "Submitter", "CLISupport", "CurlHTTP", "Horizon", "Anchor", "Journal",
            "Handoff", "Review", "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .executableTarget(
        name: "coldstar-scan",
        dependencies: [
            "CLISupport", "CLinux", "CSystem", "Confine", "Handoff", "SafeFiles", "Scan", "TextCodec",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .executableTarget(
        name: "coldstar-sandbox",
        dependencies: [
            "CLISupport", "Ledger", "PracticeAnchor", "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "FlyingFox", package: "FlyingFox"),
            .product(name: "FlyingSocks", package: "FlyingFox"),
        ], swiftSettings: house),
    .executableTarget(
        name: "coldstar-basicpay",
        dependencies: [
            "CLISupport", "Confine", "SodiumKit", "TextCodec", "SafeFiles",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: house),
    .executableTarget(name: "xdrgen", dependencies: ["SodiumKit"], swiftSettings: house),
]

/// What only developers run, see docs/BENCHMARKS.md.
let tools: [Target] = [
    .executableTarget(
        name: "coldstar-bench",
        dependencies: [
            "CQREncode", "CurlHTTP", "Handoff", "Horizon", "Review", "Stellar", "StellarXDR", "XDR", "SodiumKit",
            "TextCodec", "SafeFiles",
        ],
        path: "Benchmarks/Program", swiftSettings: house),
    .target(
        name: "FuzzTargets",
        dependencies: [
            "Handoff", "Review", "SafeFiles", "Scan", "Stellar", "StellarXDR", "Vault", "XDR", "TextCodec",
        ],
        path: "Fuzz/Targets", swiftSettings: house),
    // Gives up its powers as the signer does and tries what is left, for Tests/python/test_confine.py.
    .systemLibrary(name: "CProbe", path: "Tests/CProbe"),
    .executableTarget(
        name: "confine-probe", dependencies: ["Confine", "CProbe", "Scan"], path: "Tests/ConfineProbe",
        swiftSettings: house),
]

/// Only `make fuzz` builds this, and says where libFuzzer is.
let fuzzing: [Target] =
    if let libFuzzer = Context.environment["COLDSTAR_LIBFUZZER"] {
        [
            .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
            .executableTarget(
                name: "coldstar-fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Fuzz/Program",
                swiftSettings: house, linkerSettings: [.unsafeFlags([libFuzzer, "-lstdc++"])]),
        ]
    } else {
        []
    }

/// A test target; its vectors and helper programs, where it has some, are files that the tests read beside their sources.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let folder = "\(Context.packageDirectory)/Tests/\(name)Tests/"
    let files = ["Vectors", "Server"].filter { FileManager.default.fileExists(atPath: folder + $0) }
    return .testTarget(name: name + "Tests", dependencies: dependencies, exclude: files, swiftSettings: house)
}

let package = Package(
    name: "coldstar",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "coldstar-build", targets: ["coldstar-build"]),
        .executable(name: "coldstar-sign", targets: ["coldstar-sign"]),
        .executable(name: "coldstar-submit", targets: ["coldstar-submit"]),
        .executable(name: "coldstar-scan", targets: ["coldstar-scan"]),
        .executable(name: "coldstar-sandbox", targets: ["coldstar-sandbox"]),
        .executable(name: "coldstar-basicpay", targets: ["coldstar-basicpay"]),
    ],
    dependencies: [
        // Exactly this one: the signer links it, and everybody who builds the signer gets the same bytes.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: offline + online + programs + tools + fuzzing + [
        tests("TextCodec", ["TextCodec"]),
        tests("SafeFiles", ["SafeFiles"]),
        tests("Confine", ["Confine"]),
        tests("XDR", ["XDR", "StellarXDR", "TextCodec"]),
        tests("SodiumKit", ["SodiumKit", "TextCodec"]),
        tests("Stellar", ["Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests("Review", ["Review", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests("Vault", ["Vault", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec", "SafeFiles"]),
        tests("Handoff", ["Handoff", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
        tests("Scan", ["Scan", "CTurboJPEG", "Handoff", "Stellar", "StellarXDR", "TextCodec"]),
        tests("CurlHTTP", ["CurlHTTP"]),
        tests("Horizon", ["Horizon", "CurlHTTP", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
        tests("Anchor", ["Anchor", "CurlHTTP", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests("Journal", ["Journal", "Stellar", "TextCodec"]),
        tests(
            "Submitter",
            ["Submitter", "CurlHTTP", "Horizon", "Journal", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
        tests(
            "Preflight",
            ["Preflight", "Ledger", "Horizon", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests("Ledger", ["Ledger", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests(
            "PracticeAnchor",
            ["PracticeAnchor", "Ledger", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
        tests("CLISupport", ["CLISupport", "Stellar", "StellarXDR", "SodiumKit", "TextCodec", "SafeFiles"]),
        tests(
            "OnlineSupport",
            [
                "OnlineSupport", "CLISupport", "CurlHTTP", "Horizon", "Anchor", "Journal", "Stellar", "StellarXDR",
                "XDR", "SodiumKit", "TextCodec", "SafeFiles",
            ]),
        tests("FuzzTargets", ["FuzzTargets", "StellarXDR"]),
        tests("Xdrgen", ["xdrgen"]),
    ],
    swiftLanguageModes: [.v6]
)
