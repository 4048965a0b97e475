// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let package = Package(
    name: "embedding",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In a package of your own: the URL and version of Coldstar's repository.
        .package(name: "coldstar", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "embedding",
            dependencies: [
                .product(name: "ColdstarStellar", package: "coldstar"),
                .product(name: "ColdstarSigner", package: "coldstar"),
                .product(name: "ColdstarOnline", package: "coldstar"),
            ])
    ]
)
