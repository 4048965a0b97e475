// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The one-time initialisation of libsodium, done by the first code that needs it, so that callers need not.
enum Sodium {
    /// Whether libsodium found a source of randomness; evaluated once, safely from any thread.
    private static let isReady = sodium_init() >= 0

    /// Initialises libsodium; costs one comparison after the first call.
    ///
    /// - Throws: `.unusable` when the system has no source of randomness.
    static func initialise() throws(SodiumError) {
        guard isReady else { throw .unusable }
    }
}
