// SPDX-License-Identifier: Apache-2.0
import SodiumKit

/// Runs what needs guarded memory where a text is read, and turns its error into that of the reading.
func guarded<R: ~Copyable>(_ body: () throws(SodiumError) -> R) throws(SecretError) -> R {
    do {
        return try body()
    } catch {
        throw .sodium(error)
    }
}
