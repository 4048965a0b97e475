// SPDX-License-Identifier: Apache-2.0

extension PasswordHash {
    /// The cost parameters of Argon2id.
    package struct Parameters: Hashable, Sendable {
        /// Passes over the memory (libsodium: opslimit).
        package let passes: UInt32
        /// Memory to fill, in bytes (libsodium: memlimit); only whole KiB count.
        package let memory: UInt64

        /// Accepts any numbers; `Limits` checks them.
        package init(passes: UInt32, memory: UInt64) {
            self.passes = passes
            self.memory = memory
        }

        /// 3 passes over 256 MiB: the minimum for a stored key.
        package static let moderate = Parameters(passes: 3, memory: 256 << 20)
        /// 4 passes over 1 GiB: about four to six times the work.
        package static let sensitive = Parameters(passes: 4, memory: 1 << 30)

        /// A description such as "3 passes over 256 MiB".
        package var text: String {
            memory % (1 << 20) == 0
                ? "\(passes) passes over \(memory >> 20) MiB" : "\(passes) passes over \(memory) bytes"
        }
    }
}
