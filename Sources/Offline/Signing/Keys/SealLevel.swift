// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

/// How much each guess of a PIN costs, as a user chooses it.
package enum SealLevel: String, CaseIterable, Sendable {
    case moderate, sensitive
    /// About a second on this machine.
    case measured

    /// The parameters of Argon2id.
    ///
    /// - Throws: `.refused` if this machine has too little memory to measure with.
    package func parameters() throws(Failure) -> PasswordHash.Parameters {
        switch self {
        case .moderate: return .moderate
        case .sensitive: return .sensitive
        case .measured:
            do { return try .measured() } catch { throw Failure(.refused, Wording(error.message)) }
        }
    }
}
