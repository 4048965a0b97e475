// SPDX-License-Identifier: Apache-2.0

@testable import Crypto

extension PasswordHash.Parameters {
    /// The cheapest parameters of Argon2id, for tests that seal or open hundreds of times.
    static let cheap = PasswordHash.Parameters(passes: 1, memory: 8192)
}

extension PasswordHash.Limits {
    /// Accepts cheap parameters; no program can make such limits.
    static let test = PasswordHash.Limits(floor: .cheap, ceiling: .init(passes: 2, memory: 1 << 20))
}
