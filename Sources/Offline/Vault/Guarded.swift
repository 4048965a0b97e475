// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Runs code that needs guarded memory and converts a `SodiumError` into a `SecretError`.
func guarded<R: ~Copyable>(_ body: () throws(SodiumError) -> R) throws(SecretError) -> R {
    do {
        return try body()
    } catch {
        throw .sodium(error)
    }
}
