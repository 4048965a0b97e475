// SPDX-License-Identifier: Apache-2.0

import Crypto
import Handoff

extension LinkedLibrary {
    /// The libraries of all programs.
    static var shared: [LinkedLibrary] {
        [
            LinkedLibrary(package: "swift-argument-parser"),
            LinkedLibrary("libsodium", version: SodiumLibrary.version),
            LinkedLibrary("libqrencode", version: QREncodeLibrary.version),
        ]
    }

    /// libsecp256k1, which does not tell its version, unless the build is one without keys of Ethereum and its like.
    package static var curves: [LinkedLibrary] {
        #if EIP155
            [LinkedLibrary("libsecp256k1", version: nil)]
        #else
            []
        #endif
    }
}
