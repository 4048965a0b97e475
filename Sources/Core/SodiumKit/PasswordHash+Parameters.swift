// SPDX-License-Identifier: Apache-2.0

extension PasswordHash {
    /// How much work Argon2id does.
    package struct Parameters: Hashable, Sendable {
        /// Passes over the memory (libsodium: opslimit).
        package let passes: UInt32
        /// Memory to fill, in bytes (libsodium: memlimit); whole KiB count.
        package let memory: UInt64

        /// Any numbers; `Limits` judges them.
        package init(passes: UInt32, memory: UInt64) {
            self.passes = passes
            self.memory = memory
        }

        /// 3 passes over 256 MiB: the least that a key is kept with.
        package static let moderate = Parameters(passes: 3, memory: 256 << 20)
        /// 4 passes over 1 GiB: some four to six times the work.
        package static let sensitive = Parameters(passes: 4, memory: 1 << 30)

        /// For a person: "3 passes over 256 MiB".
        package var text: String {
            memory % (1 << 20) == 0
                ? "\(passes) passes over \(memory >> 20) MiB" : "\(passes) passes over \(memory) bytes"
        }
    }
}
