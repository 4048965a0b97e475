// SPDX-License-Identifier: Apache-2.0
import CSodium

/// The one-time start of libsodium, done by whatever needs it first; callers of this library never think of it.
enum Sodium {
    /// Whether libsodium found a source of randomness; evaluated once, safely from any thread.
    private static let isReady = sodium_init() >= 0

    /// Makes libsodium ready; costs one comparison after the first call.
    ///
    /// - Throws: `.unusable` when the system has no source of randomness.
    static func initialise() throws(SodiumError) {
        guard isReady else { throw .unusable }
    }
}
