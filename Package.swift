// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

/// What every target of ours is built with: strict visibility, and no warning survives.
let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
let house: [SwiftSetting] = features.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]

/// The layers are the folders of Sources and of Tests: no target of Core, Scanner or Offline reaches one of Online or
/// Sandbox, and none of Scanner one of Offline. scripts/check-airgap knows nothing else.
enum Layer: String {
    case system = "System", core = "Core", scanner = "Scanner", offline = "Offline", online = "Online"
    case sandbox = "Sandbox", tools = "Tools"

    /// Compiles the offline side for size and drops functions without callers, so that less code has to be trusted.
    /// SwiftPM rejects these flags in a dependency.
    var settings: [SwiftSetting] {
        guard !isDependency, !isQuick, [.core, .scanner, .offline].contains(self) else { return house }
        let flags = ["-Osize", "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
        return house + [.unsafeFlags(flags, .when(configuration: .release))]
    }

    func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
        let path = "Sources/\(rawValue)/\(name)"
        return .target(
            name: name, dependencies: dependencies, path: path, exclude: Self.others(in: path, folders: "Schema"),
            resources: resources, swiftSettings: settings)
    }

    /// The programs of the offline side cannot import a function that makes a socket, see CNoSockets.
    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + (self == .offline || self == .scanner ? ["CNoSockets"] : []),
            path: "Sources/\(rawValue)/\(name)", swiftSettings: settings,
            linkerSettings: isQuick && self != .tools ? [staticRuntime] : [])
    }

    func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        let path = "Tests/\(rawValue)/\(name)Tests"
        return .testTarget(
            name: name + "Tests", dependencies: dependencies, path: path,
            exclude: Self.others(in: path, folders: "Vectors", "Server"), swiftSettings: house)
    }

    /// A C library of the system, or headers of our own, in the folder of the layer that uses it.
    func system(_ name: String, _ pkgConfig: String? = nil, in package: String? = nil) -> Target {
        let path = "Sources/\(rawValue)/\(name)"
        return .systemLibrary(name: name, path: path, pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
    }

    /// What is no source: texts about a module, and folders of other files.
    private static func others(in path: String, folders: String...) -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(Context.packageDirectory)/\(path)")
        return (files?.compactMap { $0 as? String } ?? []).filter { file in
            let names = file.split(separator: "/").map(String.init)
            return folders.contains(names.last ?? "") && !names.dropLast().contains(where: folders.contains)
                || file.hasSuffix(".md") && !file.contains(".docc/") && !names.contains(where: folders.contains)
        }
    }
}

/// The packages of others. Coldstar's own builds take exactly these versions, so that all get the same bytes.
let pins = [
    (url: "https://github.com/apple/swift-argument-parser", name: "swift-argument-parser", version: "1.8.2"),
    (url: "https://github.com/groue/GRDB.swift", name: "GRDB", version: "7.10.0"),
]

/// Whether another package needs this one, perhaps with other versions: then these are the least. SwiftPM clones into
/// `repositories`, checks out into `checkouts` beside it, and first reads this file alone, where no file has its name.
let here = Context.packageDirectory
let isDependency =
    !FileManager.default.fileExists(atPath: "\(here)/Package.swift")
    || here.split(separator: "/").dropLast().last == "checkouts"
        && FileManager.default.fileExists(atPath: "\(here)/../../repositories")
let isQuick = !isDependency && Context.environment["COLDSTAR_QUICK"] != nil
/// Tests start programs thousands of times, and would spend two fifths of each start on finding symbols and addresses.
let archives = ["_FoundationICU", "_FoundationCollections", "_FoundationCShims", "CoreFoundation"].map { "-l\($0)" }
let staticRuntime = LinkerSetting.unsafeFlags(
    ["-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-no-pie"] + archives, .when(platforms: [.linux]))

/// The commit that `--version` prints. Git is not asked: SwiftPM reads this file seldom, and would name an older one.
let commitFile = try? String(contentsOfFile: "\(here)/COMMIT", encoding: .utf8).split(separator: "\n").first
let commit = Context.environment["COLDSTAR_COMMIT"] ?? commitFile.map(String.init) ?? "unknown"
precondition(
    commit.wholeMatch(of: /([0-9a-f]{40}|[0-9a-f]{64})( with changes)?|unknown/) != nil,
    "COLDSTAR_COMMIT is not a commit: \(commit)")
let versions = pins.map { "\"\($0.name)\",\"\(isDependency ? "from " : "")\($0.version)\"" }.joined(separator: ",")
let stamps: [CSetting] = [.define("COLDSTAR_COMMIT", to: "\"\(commit)\""), .define("COLDSTAR_PACKAGES", to: versions)]

/// What keys of eip155 networks need. Without the trait the signer refuses them, and links no libsecp256k1.
let eip155 = Target.Dependency.target(name: "Secp256k1Kit", condition: .when(traits: ["EIP155"]))
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
/// What everything that knows Stellar is made of; what both sides exchange; what they review.
let stellar: [Target.Dependency] = ["Codec", "StellarXDR", "Crypto", "Stellar"]
let handoff = stellar + ["SafeFiles", "Handoff"]
let review = handoff + ["Review"]
/// What the online side remembers and asks; what its jobs are made of; the jobs.
let records = handoff + ["HTTP", "LedgerXDR", "LedgerAPI", "AnchorAPI", "Journal"]
let workspace = records + ["Review", "Workspace"]
let jobs = workspace + ["Building", "Submitting", "Anchors"]
let terminal: [Target.Dependency] = ["Terminal", argumentParser]

let system: [Target] = [
    Layer.system.system("CSodium", "libsodium", in: "libsodium-dev"),
    Layer.system.system("CSecp256k1", "libsecp256k1", in: "libsecp256k1-dev"),
    Layer.system.system("CQREncode", "libqrencode", in: "libqrencode-dev"),
    Layer.system.system("CSeccomp", "libseccomp", in: "libseccomp-dev"),
    Layer.system.system("CSystem"),
    .target(name: "CBuild", path: "Sources/System/CBuild", cSettings: stamps),
    .target(name: "CNoSockets", path: "Sources/System/CNoSockets"),
]

/// What both sides trust: no network, no secret at rest.
let core: [Target] = [
    Layer.core.library("Codec"),
    Layer.core.library("StellarXDR"),
    Layer.core.library("Crypto", ["CSodium"]),
    Layer.core.library("Secp256k1Kit", ["Crypto", "CSecp256k1"]),
    Layer.core.library("SafeFiles", ["Codec", "CSystem"]),
    Layer.core.library("Stellar", ["Codec", "StellarXDR", "Crypto"]),
    Layer.core.library("Handoff", stellar + ["CQREncode"]),
    Layer.core.library("Review", handoff),
    Layer.core.library(
        "Confine", ["Codec", "CSystem", .target(name: "CSeccomp", condition: .when(platforms: [.linux]))]),
    Layer.core.library("Terminal", handoff + ["CBuild", argumentParser]),
    Layer.core.library("ColdstarStellar", handoff),
]

/// Decodes pictures, which come from outside, and sees no secret. It runs on either side.
let scanner: [Target] = [
    Layer.scanner.system("CLinux"),
    Layer.scanner.system("CZBar", "zbar", in: "libzbar-dev"),
    Layer.scanner.system("CPNG", "libpng", in: "libpng-dev"),
    Layer.scanner.system("CTurboJPEG", "libturbojpeg", in: "libturbojpeg0-dev"),
    Layer.scanner.library("Scan", handoff + ["Confine", "CLinux", "CPNG", "CSystem", "CTurboJPEG", "CZBar"]),
    Layer.scanner.program("coldstar-scan", handoff + terminal + ["Confine", "Scan", "CLinux", "CSystem"]),
]

/// What sees a secret.
let offline: [Target] = [
    Layer.offline.system("CNettle", "nettle", in: "nettle-dev"),
    Layer.offline.library("Vault", stellar + ["SafeFiles", eip155]),
    Layer.offline.library("Signing", review + ["Confine", "Vault"]),
    Layer.offline.library("ColdstarSigner", review + ["ColdstarStellar", "Signing", "Vault"]),
    Layer.offline.program("coldstar-sign", review + terminal + ["Confine", "Signing", "Vault"]),
    Layer.offline.program("coldstar-basicpay", terminal + ["Codec", "Crypto", "SafeFiles", "Confine", "CNettle"]),
]

let online: [Target] = [
    Layer.online.system("CCurl", "libcurl", in: "libcurl4-openssl-dev"),
    Layer.online.system("CSockets"),
    Layer.online.system("CSpawn"),
    Layer.online.library("HTTP", ["Codec", "CCurl"]),
    Layer.online.library("LoopbackHTTP", ["Codec", "CSockets", "SafeFiles"]),
    Layer.online.library("LedgerXDR", ["Codec", "StellarXDR"]),
    Layer.online.library("LedgerAPI", stellar + ["HTTP", "LedgerXDR"]),
    Layer.online.library("LedgerRules", stellar + ["LedgerXDR"]),
    Layer.online.library("AnchorAPI", stellar + ["HTTP"]),
    Layer.online.library("Journal", stellar + ["SafeFiles", "LedgerXDR", grdb]),
    Layer.online.library("Workspace", records),
    Layer.online.library("Markup", ["HTTP"]),
    Layer.online.library("Building", workspace),
    Layer.online.library("Submitting", workspace + ["Markup"]),
    Layer.online.library("Anchors", workspace + ["Building", "Secp256k1Kit"]),
    Layer.online.library("ColdstarOnline", jobs + ["ColdstarStellar"]),
    Layer.online.library(
        "Desk", jobs + ["Confine", "CSpawn", "LoopbackHTTP", "Markup", "Scan"], resources: [.embedInCode("Assets")]),
    Layer.online.library("CommandLine", jobs + terminal + ["CSpawn"]),
    Layer.online.program("coldstar-build", jobs + terminal + ["CommandLine"]),
    Layer.online.program("coldstar-submit", jobs + terminal + ["CommandLine"]),
    Layer.online.program("coldstar-desk", jobs + terminal + ["CommandLine", "Desk", "LoopbackHTTP"]),
]

let sandbox: [Target] = [
    Layer.sandbox.library("Practice", stellar + ["LedgerXDR", "LedgerRules", "LoopbackHTTP"]),
    Layer.sandbox.program("coldstar-sandbox", handoff + terminal + ["LedgerRules", "LoopbackHTTP", "Practice"]),
]

let tools: [Target] = [
    Layer.tools.program("xdrgen", ["Codec", "Crypto"]),
    Layer.tools.program("coldstar-bench", review + ["CQREncode", "HTTP", "LedgerAPI"]),
    Layer.tools.library("FuzzTargets", review + ["HTTP", "LedgerXDR", "LedgerAPI", "AnchorAPI", "Scan", "Vault"]),
]

/// Only `make fuzz` builds this, and says where libFuzzer is.
let fuzzing = (Context.environment["COLDSTAR_LIBFUZZER"].map { [$0] } ?? []).flatMap { libFuzzer -> [Target] in
    let program = Layer.tools.program("coldstar-fuzz", ["CLibFuzzer", "FuzzTargets"])
    program.linkerSettings = [.unsafeFlags([libFuzzer, "-lstdc++"])]
    return [Layer.tools.system("CLibFuzzer"), program]
}

let tests: [Target] = [
    // Enters the signer's sandbox and tries what is left, for Tests/python/test_confine.py.
    .systemLibrary(name: "CProbe", path: "Tests/CProbe"),
    .executableTarget(
        name: "confine-probe", dependencies: ["Codec", "Confine", "CProbe", "Scan"], path: "Tests/confine-probe",
        swiftSettings: house),
    .target(name: "TestSupport", dependencies: stellar, path: "Tests/TestSupport", swiftSettings: house),
    Layer.core.tests("Codec", ["Codec"]),
    Layer.core.tests("SafeFiles", ["Codec", "SafeFiles", "TestSupport"]),
    Layer.core.tests("StellarXDR", ["Codec", "StellarXDR", "TestSupport"]),
    Layer.core.tests("Crypto", stellar),
    Layer.core.tests("Stellar", stellar + ["LedgerXDR", "Secp256k1Kit", "TestSupport"]),
    Layer.core.tests("Review", review + ["TestSupport", "Terminal"]),
    Layer.core.tests("Handoff", handoff + ["TestSupport"]),
    Layer.core.tests("Confine", ["Confine"]),
    Layer.core.tests("Terminal", handoff + ["Terminal", "TestSupport"]),
    Layer.core.tests("ColdstarStellar", ["Codec", "ColdstarStellar", "StellarXDR", "TestSupport"]),
    Layer.scanner.tests("Scan", handoff + ["Scan", "CTurboJPEG", "TestSupport"]),
    Layer.offline.tests("Vault", stellar + ["SafeFiles", "TestSupport", "Vault", eip155]),
    Layer.offline.tests("Signing", review + ["Confine", "Secp256k1Kit", "Signing", "TestSupport", "Vault"]),
    Layer.offline.tests("ColdstarSigner", handoff + ["ColdstarSigner", "ColdstarStellar", "TestSupport"]),
    Layer.online.tests("HTTP", ["HTTP"]),
    Layer.online.tests("LoopbackHTTP", ["Codec", "CSockets", "LoopbackHTTP"]),
    Layer.online.tests("LedgerXDR", stellar + ["LedgerXDR", "TestSupport"]),
    Layer.online.tests("LedgerAPI", stellar + ["HTTP", "LedgerXDR", "LedgerAPI", "LedgerRules", "TestSupport"]),
    Layer.online.tests("LedgerRules", stellar + ["LedgerXDR", "LedgerRules", "TestSupport"]),
    Layer.online.tests("AnchorAPI", stellar + ["HTTP", "AnchorAPI"]),
    Layer.online.tests("Journal", workspace + ["TestSupport", grdb]),
    Layer.online.tests("Workspace", workspace + ["TestSupport"]),
    Layer.online.tests("Building", workspace + ["Building", "LedgerRules", "TestSupport"]),
    Layer.online.tests("Submitting", workspace + ["Submitting", "TestSupport", "Terminal"]),
    Layer.online.tests("Anchors", jobs + ["Secp256k1Kit", "TestSupport"]),
    Layer.online.tests("ColdstarOnline", jobs + ["ColdstarOnline", "ColdstarStellar", "TestSupport"]),
    Layer.online.tests("Desk", jobs + ["Desk", "Markup", "TestSupport"]),
    Layer.online.tests("CommandLine", jobs + ["CommandLine", "Terminal"]),
    Layer.sandbox.tests("Practice", stellar + ["LedgerXDR", "LedgerRules", "Practice", "TestSupport"]),
    Layer.tools.tests("FuzzTargets", ["FuzzTargets", "LedgerXDR", "StellarXDR"]),
    Layer.tools.tests("Xdrgen", ["xdrgen"]),
    Layer.tools.tests("Spec", review + ["TestSupport", "Vault", "Workspace"]),
]

let package = Package(
    name: "coldstar", platforms: [.macOS(.v15)],
    products: ["ColdstarStellar", "ColdstarSigner", "ColdstarOnline"].map { .library(name: $0, targets: [$0]) }
        + ["build", "sign", "submit", "desk", "scan", "sandbox", "basicpay"].map { name in
            .executable(name: "coldstar-\(name)", targets: ["coldstar-\(name)"])
        },
    traits: [
        .trait(name: "EIP155", description: "Keys of Ethereum and its like, which need libsecp256k1 in the signer."),
        .default(enabledTraits: ["EIP155"]),
    ],
    dependencies: pins.map { pin in
        let version = Version(stringLiteral: pin.version)
        return isDependency ? .package(url: pin.url, from: version) : .package(url: pin.url, exact: version)
    },
    targets: system + core + scanner + offline + online + sandbox + tools + fuzzing + tests
)
