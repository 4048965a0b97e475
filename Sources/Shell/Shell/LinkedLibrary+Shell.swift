// SPDX-License-Identifier: Apache-2.0

import BuildInfo
import Handoff
import SodiumKit

extension LinkedLibrary {
    /// The libraries of all programs.
    static var shared: [LinkedLibrary] {
        [
            LinkedLibrary(package: "swift-argument-parser"),
            LinkedLibrary("libsodium", version: SodiumLibrary.version),
            LinkedLibrary("libqrencode", version: QREncodeLibrary.version),
        ]
    }
}
