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

/// The layers are the folders of Sources and of Tests. scripts/check-airgap reads them from the paths: no target of Core or Offline
/// reaches one of Online or Sandbox.
enum Layer: String {
    case system = "System"
    case core = "Core"
    case offline = "Offline"
    case online = "Online"
    case sandbox = "Sandbox"
    case shell = "Shell"
    case tools = "Tools"

    func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
        let path = "Sources/\(rawValue)/\(name)"
        return .target(
            name: name, dependencies: dependencies, path: path,
            exclude: exclude + Self.present(["\(name).md"], in: path),
            swiftSettings: house)
    }

    /// The programs of the offline side cannot import a function that makes a socket, see CNoSockets.
    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + (self == .offline ? ["CNoSockets"] : []),
            path: "Sources/\(rawValue)/\(name)", swiftSettings: house)
    }

    /// Vectors and helper programs, where there are some, are files that the tests read beside their sources.
    func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        let path = "Tests/\(rawValue)/\(name)Tests"
        return .testTarget(
            name: name + "Tests", dependencies: dependencies, path: path,
            exclude: Self.present(["Vectors", "Server"], in: path), swiftSettings: house)
    }

    /// A C library of the system, or headers of our own.
    static func system(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
        .systemLibrary(
            name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
    }

    private static func present(_ names: [String], in path: String) -> [String] {
        names.filter { FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)/\($0)") }
    }
}

/// The packages of others, each in one version, so that everybody who builds Coldstar gets the same bytes.
let pins = [
    (url: "https://github.com/apple/swift-argument-parser", name: "swift-argument-parser", version: "1.8.2"),
    (url: "https://github.com/groue/GRDB.swift", name: "GRDB", version: "7.10.0"),
    (url: "https://github.com/hummingbird-project/swift-mustache", name: "swift-mustache", version: "2.1.1"),
]

/// The commit that `--version` prints, from `scripts/commit`, or from the file in an archive of the sources. Git is not asked here: SwiftPM reads
/// this file again only when it or the environment changes, and would go on naming an older commit.
let commit = {
    let file = try? String(contentsOfFile: "\(Context.packageDirectory)/COMMIT", encoding: .utf8)
    let text = (Context.environment["COLDSTAR_COMMIT"] ?? file ?? "unknown").trimmingCharacters(
        in: .whitespacesAndNewlines)
    let isCommit = text.wholeMatch(of: /([0-9a-f]{40}|[0-9a-f]{64})( with changes)?|unknown/) != nil
    precondition(isCommit, "COLDSTAR_COMMIT is not a commit: \(text)")
    return text
}()

/// What keys of eip155 networks need. Without the trait nothing of the signer links libsecp256k1, and it refuses such keys.
let eip155 = Target.Dependency.target(name: "Secp256k1Kit", condition: .when(traits: ["EIP155"]))

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let system: [Target] = [
    Layer.system("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
    Layer.system("CSecp256k1", pkgConfig: "libsecp256k1", package: "libsecp256k1-dev"),
    Layer.system("CNettle", pkgConfig: "nettle", package: "nettle-dev"),
    Layer.system("CQREncode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
    Layer.system("CSeccomp", pkgConfig: "libseccomp", package: "libseccomp-dev"),
    Layer.system("CSystem"),
    .target(
        name: "CBuild", path: "Sources/System/CBuild",
        cSettings: [
            .define("COLDSTAR_COMMIT", to: "\"\(commit)\""),
            .define("COLDSTAR_PACKAGES", to: pins.map { "\"\($0.name)\",\"\($0.version)\"" }.joined(separator: ",")),
        ]),
    .target(name: "CNoSockets", path: "Sources/System/CNoSockets"),
    Layer.system.library("Platform"),
    Layer.system("CLinux"),
    Layer.system("CSpawn"),
    Layer.system("CSockets"),
    Layer.system("CZBar", pkgConfig: "zbar", package: "libzbar-dev"),
    Layer.system("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
    Layer.system("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
    Layer.system("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
]

/// No network, no secret at rest, no terminal.
let core: [Target] = [
    Layer.core.library("Faults", ["TextCodec"]),
    Layer.core.library("BuildInfo", ["CBuild"]),
    Layer.core.library("TextCodec", ["Platform"]),
    Layer.core.library("SafeFiles", ["Platform", "CSystem", "Faults", "TextCodec"]),
    Layer.core.library("XDR"),
    Layer.core.library("StellarXDR", ["XDR"], exclude: ["Schema"]),
    // What only the online side and the practice network read; scripts/check-airgap keeps it out of the signer.
    Layer.core.library("LedgerXDR", ["StellarXDR", "XDR"], exclude: ["Schema"]),
    Layer.core.library("SodiumKit", ["Platform", "CSodium", "Faults"]),
    Layer.core.library("Stellar", ["Faults", "XDR", "StellarXDR", "SodiumKit", "TextCodec"]),
    // Other chains, whose messages a key of ours may sign.
    Layer.core.library("Chains", ["Faults", "SodiumKit", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.core.library("Secp256k1Kit", ["CSecp256k1", "SodiumKit"]),
    // A contract's interface: its functions, types and arguments (SEP-48).
    Layer.core.library("Contracts", ["Faults", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.core.library(
        "Review", ["Chains", "Contracts", "Faults", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"]),
    Layer.core.library(
        "Handoff",
        ["Chains", "Platform", "CQREncode", "Faults", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"]),
    Layer.core.library(
        "Requests",
        ["Chains", "Faults", "Handoff", "Review", "SafeFiles", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    // The public API for both sides.
    Layer.core.library(
        "ColdstarStellar", ["Faults", "Handoff", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
]

/// What sees a secret or reads what comes from outside on a machine without a network.
let offline: [Target] = [
    Layer.offline.library(
        "Confine", ["CSystem", "TextCodec", .target(name: "CSeccomp", condition: .when(platforms: [.linux]))]),
    Layer.offline.library(
        "Vault",
        [
            "Chains", "Platform", "Faults", "SodiumKit", "Stellar", "StellarXDR", "XDR", "TextCodec", "SafeFiles",
            eip155,
        ]),
    Layer.offline.library(
        "Signing",
        [
            "Chains", "Contracts", "Platform", "Confine", "Faults", "Handoff", "Requests", "Review", "SafeFiles",
            "SodiumKit",
            "Stellar",
            "StellarXDR", "TextCodec", "Vault", "XDR",
        ]),
    // The public API of the signer.
    Layer.offline.library(
        "ColdstarSigner",
        [
            "ColdstarStellar", "Faults", "Handoff", "Requests", "Review", "Signing", "SodiumKit", "Stellar",
            "StellarXDR", "Vault",
        ]),
    Layer.offline.library(
        "Scan",
        [
            "Platform", "CLinux", "CPNG", "CSystem", "CTurboJPEG", "CZBar", "Confine", "Faults", "Handoff", "SafeFiles",
            "Stellar", "StellarXDR", "TextCodec",
        ]),
    Layer.offline.program(
        "coldstar-sign",
        [
            "BuildInfo", "Chains", "Contracts", "Platform", "Shell", "Faults", "Confine", "Requests", "Signing",
            "Vault", "Handoff",
            "Review",
            "Stellar",
            "StellarXDR", "XDR", "SodiumKit", "TextCodec", "SafeFiles", argumentParser,
        ]),
    Layer.offline.program(
        "coldstar-scan",
        [
            "BuildInfo", "Platform", "Shell", "Faults", "CLinux", "CSystem", "Confine", "Handoff", "SafeFiles", "Scan",
            "TextCodec", argumentParser,
        ]),
    Layer.offline.program(
        "coldstar-basicpay",
        [
            "BuildInfo", "Platform", "Shell", "Faults", "CNettle", "Confine", "SodiumKit", "TextCodec", "SafeFiles",
            argumentParser,
        ]),
]

let online: [Target] = [
    Layer.online.library("CurlHTTP", ["Platform", "CCurl"]),
    Layer.online.library("WebForms", ["TextCodec"]),
    Layer.online.library("LoopbackHTTP", ["CSockets", "Faults", "Platform", "SafeFiles", "TextCodec"]),
    Layer.online.library("TOML", ["TextCodec"]),
    Layer.online.library(
        "Configuration",
        [
            "Platform", "Anchor", "CurlHTTP", "Faults", "Handoff", "SafeFiles", "Stellar", "StellarXDR", "TOML",
            "TextCodec",
        ]),
    Layer.online.library("Horizon", ["CurlHTTP", "Faults", "XDR", "StellarXDR", "Stellar", "TextCodec"]),
    // Stellar RPC. Accounts are the records of Horizon, whichever server they come from.
    Layer.online.library(
        "RPC", ["CurlHTTP", "Faults", "Horizon", "LedgerXDR", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.online.library(
        "Journal",
        [
            "Platform", "Anchor", "Faults", "Handoff", "Horizon", "Review", "Stellar", "StellarXDR", "XDR", "TextCodec",
            "SafeFiles", .product(name: "GRDB", package: "GRDB.swift"),
        ]),
    Layer.online.library("Anchor", ["CurlHTTP", "Faults", "TOML", "XDR", "StellarXDR", "Stellar", "TextCodec"]),
    Layer.online.library(
        "Submitter",
        [
            "AddressBook", "Platform", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "Preflight", "RPC",
            "Review", "SafeFiles", "Stellar", "StellarXDR", "XDR", "TextCodec",
        ]),
    Layer.online.library(
        "Preflight", ["CurlHTTP", "Faults", "Horizon", "RPC", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.online.library(
        "AddressBook",
        [
            "Anchor", "Chains", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "RPC", "Review", "SafeFiles",
            "Stellar", "StellarXDR", "TextCodec", "XDR",
        ]),
    Layer.online.library(
        "Building",
        [
            "AddressBook", "Anchor", "Contracts", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "LedgerXDR",
            "Preflight", "RPC", "Review", "SafeFiles", "SodiumKit", "Stellar", "StellarXDR", "TextCodec", "XDR",
        ]),
    // Pages of other servers that a page of ours shows: which of their messages count.
    Layer.online.library("InteractivePages", ["Stellar", "TextCodec"]),
    Layer.online.library(
        "Transfers",
        [
            "AddressBook", "Anchor", "Building", "CurlHTTP", "Faults", "Handoff", "Horizon", "InteractivePages",
            "Journal", "Preflight", "RPC",
            "Review", "SafeFiles", "SodiumKit", "Stellar", "StellarXDR", "TextCodec", "XDR",
        ]),
    Layer.online.library(
        "AccountWatch",
        [
            "AddressBook", "CurlHTTP", "Faults", "Horizon", "Journal", "Preflight", "Submitter", "Stellar",
            "StellarXDR", "TextCodec", "XDR",
        ]),
    // Meso's ramp, with wallet verification across the gap.
    Layer.online.library(
        "Ramp",
        [
            "Chains", "Faults", "Handoff", "InteractivePages", "Journal", "Secp256k1Kit", "SodiumKit", "Stellar",
            "StellarXDR", "TextCodec", "XDR",
        ]),
    // What a browser shows of the online side. Templates, styles and scripts are compiled in.
    .target(
        name: "Desk",
        dependencies: [
            "AccountWatch", "AddressBook", "Anchor", "Building", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal",
            "Chains", "InteractivePages", "Platform", "Preflight", "Ramp", "Requests", "Review", "SafeFiles",
            "SodiumKit", "Stellar",
            "StellarXDR", "Submitter",
            "TextCodec", "Transfers", "WebForms", "XDR", .product(name: "Mustache", package: "swift-mustache"),
        ], path: "Sources/Online/Desk", resources: [.embedInCode("Assets"), .embedInCode("Templates")],
        swiftSettings: house),
    // The public API of the online side.
    Layer.online.library(
        "ColdstarOnline",
        [
            "AddressBook", "Anchor", "Building", "ColdstarStellar", "CurlHTTP", "Faults", "Handoff", "Horizon",
            "Journal", "Platform", "Preflight", "RPC", "Stellar", "StellarXDR", "Submitter", "TextCodec", "Transfers",
            "XDR",
        ]),
    Layer.online.program(
        "coldstar-build",
        [
            "BuildInfo", "AccountWatch", "AddressBook", "Building", "OnlineShell", "Preflight", "Shell", "Submitter",
            "Transfers", "Contracts", "RPC", "Faults", "CurlHTTP", "Horizon", "Anchor", "Journal", "Handoff", "Review",
            "Stellar",
            "StellarXDR", "XDR", "TextCodec", "SafeFiles", argumentParser,
        ]),
    Layer.online.program(
        "coldstar-submit",
        [
            "BuildInfo", "Platform", "AccountWatch", "AddressBook", "Building", "OnlineShell", "Preflight", "Submitter",
            "Transfers", "RPC", "Shell", "Faults", "CurlHTTP", "Horizon", "Anchor", "Journal", "Handoff", "Review",
            "Stellar",
            "StellarXDR", "XDR", "TextCodec", "SafeFiles", argumentParser,
        ]),
]

let desk: [Target] = [
    Layer.online.library(
        "DeskServer",
        [
            "CSpawn", "Desk", "Faults", "Handoff", "LoopbackHTTP", "Platform", "SafeFiles", "Scan", "Confine",
            "SodiumKit", "TextCodec",
        ]),
    Layer.online.program(
        "coldstar-desk",
        [
            "BuildInfo", "AddressBook", "Configuration", "CurlHTTP", "Desk", "DeskServer", "Faults", "Handoff",
            "Horizon", "LoopbackHTTP", "OnlineShell", "Platform", "RPC", "Shell", "Stellar", "TextCodec", "Transfers",
            argumentParser,
        ]),
]

/// The practice network and its anchor.
let sandbox: [Target] = [
    Layer.sandbox.library("PracticeContracts", ["LedgerXDR", "XDR", "StellarXDR", "SodiumKit", "Stellar"]),
    Layer.sandbox.library(
        "Ledger", ["PracticeContracts", "LedgerXDR", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"]),
    Layer.sandbox.library(
        "PracticeAnchor",
        ["Ledger", "PracticeContracts", "WebForms", "XDR", "StellarXDR", "SodiumKit", "Stellar", "TextCodec"]),
    Layer.sandbox.library(
        "PracticeRPC",
        ["Ledger", "PracticeContracts", "LedgerXDR", "XDR", "StellarXDR", "Stellar", "TextCodec"]),
    Layer.sandbox.library(
        "PracticeHorizon",
        [
            "Faults", "Ledger", "LedgerXDR", "LoopbackHTTP", "PracticeAnchor", "PracticeContracts", "PracticeRPC",
            "WebForms", "Stellar", "StellarXDR", "XDR", "TextCodec",
        ]),
    Layer.sandbox.program(
        "coldstar-sandbox",
        [
            "BuildInfo", "Shell", "Faults", "Ledger", "LoopbackHTTP", "PracticeAnchor", "PracticeHorizon",
            "PracticeRPC",
            "Stellar", "TextCodec", "SafeFiles", argumentParser,
        ]),
]

/// What the command-line programs share.
let shell: [Target] = [
    Layer.shell.library(
        "Shell",
        [
            "BuildInfo", "Chains", "Platform", "Faults", "SodiumKit", "Stellar", "StellarXDR", "XDR", "TextCodec",
            "SafeFiles",
            "Handoff", argumentParser,
        ]),
    Layer.shell.library(
        "OnlineShell",
        [
            "BuildInfo", "CSpawn", "Platform", "AccountWatch", "AddressBook", "Building", "Configuration", "Submitter",
            "Transfers", "Shell", "Faults", "CurlHTTP", "Horizon", "Preflight", "Anchor", "Journal", "Handoff",
            "RPC", "Ramp", "Review", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec", "SafeFiles",
            argumentParser,
        ]),
]

/// What only developers run.
let tools: [Target] = [
    // Values of the schema's types, for tests of what reads them.
    Layer.tools.library("GeneratedValues", ["Stellar", "StellarXDR", "XDR"]),
    Layer.tools.program("xdrgen", ["Platform", "SodiumKit"]),
    // See docs/BENCHMARKS.md.
    Layer.tools.program(
        "coldstar-bench",
        [
            "Platform", "CQREncode", "CurlHTTP", "Handoff", "Horizon", "Review", "Stellar", "StellarXDR", "XDR",
            "SodiumKit", "TextCodec", "SafeFiles",
        ]),
    Layer.tools.library(
        "FuzzTargets",
        [
            "Chains", "Contracts", "CurlHTTP", "Faults", "Handoff", "Horizon", "LedgerXDR", "RPC", "Review",
            "SafeFiles",
            "Scan", "Stellar", "StellarXDR", "TOML", "TextCodec", "Vault", "XDR",
        ]),
    // Enters the signer's sandbox and tries what is left, for Tests/python/test_confine.py.
    Layer.system("CProbe"),
    Layer.tools.program("confine-probe", ["Platform", "Confine", "CProbe", "Scan"]),
]

/// Only `make fuzz` builds this, and says where libFuzzer is.
let fuzzing: [Target] =
    if let libFuzzer = Context.environment["COLDSTAR_LIBFUZZER"] {
        [
            Layer.system("CLibFuzzer"),
            .executableTarget(
                name: "coldstar-fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Sources/Tools/coldstar-fuzz",
                swiftSettings: house, linkerSettings: [.unsafeFlags([libFuzzer, "-lstdc++"])]),
        ]
    } else {
        []
    }

let tests: [Target] = [
    Layer.core.tests("BuildInfo", ["BuildInfo"]),
    Layer.core.tests("Faults", ["Faults"]),
    Layer.core.tests("TextCodec", ["Platform", "TextCodec"]),
    Layer.core.tests("SafeFiles", ["Platform", "SafeFiles"]),
    Layer.core.tests("XDR", ["XDR", "StellarXDR", "TextCodec"]),
    Layer.core.tests("SodiumKit", ["Platform", "SodiumKit", "TextCodec"]),
    Layer.core.tests("LedgerXDR", ["LedgerXDR", "SodiumKit", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.core.tests("Stellar", ["Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.core.tests(
        "Chains", ["Chains", "Faults", "Secp256k1Kit", "SodiumKit", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.core.tests("Contracts", ["Contracts", "Faults", "Stellar", "StellarXDR", "TextCodec", "XDR"]),
    Layer.core.tests(
        "Review",
        [
            "Chains", "Contracts", "GeneratedValues", "Review", "Stellar", "StellarXDR", "XDR", "SodiumKit",
            "TextCodec",
        ]),
    Layer.core.tests(
        "Handoff", ["Chains", "Platform", "Faults", "Handoff", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
    Layer.core.tests("ColdstarStellar", ["ColdstarStellar"]),
    Layer.offline.tests("Confine", ["Confine"]),
    Layer.offline.tests(
        "Vault",
        [
            "Chains", "Platform", "Vault", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec", "SafeFiles",
            eip155,
        ]),
    Layer.offline.tests(
        "Signing",
        [
            "Chains", "Contracts", "Platform", "Confine", "Signing", "Faults", "Handoff", "Requests", "Review",
            "SafeFiles",
            "Secp256k1Kit",
            "SodiumKit",
            "Stellar",
            "StellarXDR", "TextCodec", "Vault", "XDR",
        ]),
    Layer.offline.tests("ColdstarSigner", ["ColdstarSigner", "ColdstarStellar"]),
    Layer.offline.tests("Scan", ["Scan", "CTurboJPEG", "Handoff", "Stellar", "StellarXDR", "TextCodec"]),
    Layer.online.tests("CurlHTTP", ["CurlHTTP"]),
    Layer.online.tests("TOML", ["TOML"]),
    Layer.online.tests("WebForms", ["WebForms"]),
    Layer.online.tests("InteractivePages", ["InteractivePages"]),
    Layer.online.tests("LoopbackHTTP", ["CSockets", "Faults", "LoopbackHTTP", "Platform"]),
    Layer.online.tests("DeskServer", ["Desk", "DeskServer", "Faults", "Platform", "SafeFiles", "SodiumKit"]),
    Layer.online.tests(
        "Desk",
        [
            "AddressBook", "Anchor", "Desk", "Faults", "Handoff", "Horizon", "Journal", "SodiumKit", "Stellar",
            "StellarXDR", "TextCodec", "Transfers",
        ]),
    Layer.online.tests("Configuration", ["Configuration", "Faults", "Platform", "Stellar"]),
    Layer.online.tests("Horizon", ["Horizon", "CurlHTTP", "Faults", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
    Layer.online.tests(
        "RPC",
        ["RPC", "CurlHTTP", "Faults", "Horizon", "LedgerXDR", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.online.tests("Anchor", ["Anchor", "CurlHTTP", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.online.tests(
        "Journal", ["Journal", "Anchor", "Faults", "Handoff", "Stellar", "StellarXDR", "XDR", "TextCodec"]),
    Layer.online.tests(
        "AddressBook",
        ["AddressBook", "CurlHTTP", "Faults", "Handoff", "Journal", "Stellar", "StellarXDR", "TextCodec"]),
    Layer.online.tests(
        "Building",
        [
            "Building", "AddressBook", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "Ledger", "Preflight",
            "RPC",
            "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec",
        ]),
    Layer.online.tests(
        "Transfers",
        [
            "Transfers", "AddressBook", "Anchor", "Building", "CurlHTTP", "Faults", "Handoff", "Horizon",
            "InteractivePages", "Journal", "Preflight", "RPC", "SafeFiles", "SodiumKit", "Stellar", "StellarXDR",
            "TextCodec",
            "XDR",
        ]),
    Layer.online.tests(
        "Ramp",
        [
            "Ramp", "Chains", "Faults", "Handoff", "InteractivePages", "Journal", "Secp256k1Kit", "SodiumKit",
            "Stellar", "StellarXDR",
            "TextCodec", "XDR",
        ]),
    Layer.online.tests(
        "AccountWatch",
        [
            "AccountWatch", "AddressBook", "Preflight", "CurlHTTP", "Faults", "Horizon", "Journal", "Stellar",
            "StellarXDR", "TextCodec", "XDR",
        ]),
    Layer.online.tests(
        "Submitter",
        [
            "Submitter", "AddressBook", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "Preflight", "RPC",
            "SodiumKit",
            "Stellar",
            "StellarXDR", "XDR", "TextCodec",
        ]),
    Layer.online.tests(
        "Preflight",
        [
            "Preflight", "CurlHTTP", "Faults", "GeneratedValues", "Ledger", "LedgerXDR", "Horizon", "RPC", "Stellar",
            "StellarXDR", "XDR", "SodiumKit", "TextCodec",
        ]),
    Layer.online.tests(
        "ColdstarOnline",
        [
            "ColdstarOnline", "ColdstarStellar", "CurlHTTP", "Faults", "Handoff", "Horizon", "Journal", "SodiumKit",
            "Stellar", "StellarXDR", "TextCodec", "XDR",
        ]),
    Layer.sandbox.tests(
        "PracticeContracts",
        ["PracticeContracts", "LedgerXDR", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.sandbox.tests(
        "Ledger",
        ["Ledger", "LedgerXDR", "PracticeContracts", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.sandbox.tests(
        "PracticeRPC",
        [
            "PracticeRPC", "Ledger", "LedgerXDR", "PracticeContracts", "Stellar", "StellarXDR", "XDR", "SodiumKit",
            "TextCodec",
        ]
    ),
    Layer.sandbox.tests(
        "PracticeAnchor",
        ["PracticeAnchor", "Ledger", "PracticeContracts", "Stellar", "StellarXDR", "XDR", "SodiumKit", "TextCodec"]),
    Layer.shell.tests(
        "Shell",
        ["Platform", "Shell", "Faults", "Handoff", "Stellar", "StellarXDR", "SodiumKit", "TextCodec", "SafeFiles"]),
    Layer.shell.tests(
        "OnlineShell",
        [
            "OnlineShell", "Shell", "Faults", "Submitter", "CurlHTTP", "Horizon", "Anchor", "Journal", "Stellar",
            "StellarXDR",
            "Transfers", "XDR", "SodiumKit", "TextCodec", "SafeFiles",
        ]),
    Layer.tools.tests("FuzzTargets", ["FuzzTargets", "LedgerXDR", "StellarXDR"]),
    Layer.tools.tests("Xdrgen", ["xdrgen"]),
    // The vectors of docs/spec.
    Layer.tools.tests(
        "Spec",
        [
            "Chains",
            "Faults", "Handoff", "AddressBook", "Review", "SafeFiles", "SodiumKit", "Stellar", "StellarXDR",
            "TextCodec", "Vault", "XDR",
        ]),
]

let package = Package(
    name: "coldstar",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ColdstarStellar", targets: ["ColdstarStellar"]),
        .library(name: "ColdstarSigner", targets: ["ColdstarSigner"]),
        .library(name: "ColdstarOnline", targets: ["ColdstarOnline"]),
        .executable(name: "coldstar-build", targets: ["coldstar-build"]),
        .executable(name: "coldstar-sign", targets: ["coldstar-sign"]),
        .executable(name: "coldstar-submit", targets: ["coldstar-submit"]),
        .executable(name: "coldstar-desk", targets: ["coldstar-desk"]),
        .executable(name: "coldstar-scan", targets: ["coldstar-scan"]),
        .executable(name: "coldstar-sandbox", targets: ["coldstar-sandbox"]),
        .executable(name: "coldstar-basicpay", targets: ["coldstar-basicpay"]),
    ],
    traits: [
        .trait(
            name: "EIP155", description: "Keys of Ethereum and its like, which need libsecp256k1 in the signer."),
        .default(enabledTraits: ["EIP155"]),
    ],
    dependencies: pins.map { .package(url: $0.url, exact: Version(stringLiteral: $0.version)) },
    targets: system + core + offline + online + desk + sandbox + shell + tools + fuzzing + tests,
    swiftLanguageModes: [.v6]
)
