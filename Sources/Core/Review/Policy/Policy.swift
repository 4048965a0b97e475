// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
import TextCodec

/// The vault owner's limits on what may be signed; anything that is not named is not allowed.
///
/// An empty policy allows nothing.
package struct Policy: Hashable, Sendable {
    /// Where value may go.
    package enum Destinations: Hashable, Sendable {
        case any
        /// The accounts that the book knows, and the key's own.
        case book
        case only(Set<MuxedAccount>)
    }

    /// Everything, or only the listed elements.
    package enum Choice<Element: Hashable & Sendable>: Hashable, Sendable {
        case any
        case only(Set<Element>)

        func allows(_ element: Element) -> Bool {
            switch self {
            case .any: true
            case .only(let elements): elements.contains(element)
            }
        }
    }

    /// Amounts by asset, keyed by `KnownToken.text`; nothing of an asset that is not named.
    package enum Limits: Hashable, Sendable {
        case unlimited
        /// Nil for an asset without a limit.
        case by([String: Amount?])

        /// The limit of an asset; nil if it is unlimited.
        func most(of asset: String) -> Amount? {
            switch self {
            case .unlimited: nil
            case .by(let limits): limits[asset] ?? .zero
            }
        }
    }

    package var networks: [Network] = []
    /// Operation names of the protocol, and `fee_bump`.
    package var operations: Choice<String> = .only([])
    package var destinations: Destinations = .only([])
    package var assets: Choice<String> = .only([])
    package var perTransaction: Limits = .by([:])
    package var perDay: Limits = .by([:])
    package var fee = Amount.zero
    /// Destinations that require a memo or an id; `any` for all.
    package var memoRequired: Choice<AccountID> = .only([])
    /// Home domains whose logins may be signed.
    package var logins: Choice<String> = .only([])
    package var messages = false
    /// Rules whose holds may pass unattended.
    package var unattended: Set<RuleID> = []

    package init() {}

    /// Whether this hold may pass unattended.
    package func passes(_ hold: Hold) -> Bool { unattended.contains(hold.rule) }

    /// Rules whose holds only a person can pass, whatever a policy says.
    static let attended: Set<RuleID> = [.bookOwner, .record, .clock]
}
