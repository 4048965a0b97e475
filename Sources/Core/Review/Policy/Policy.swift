// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
import TextCodec

/// What may be signed at all, as the owner of the vault has it; what is not named is not allowed.
///
/// An empty policy allows nothing.
package struct Policy: Hashable, Sendable {
    /// Where value may go.
    package enum Destinations: Hashable, Sendable {
        case any
        /// What the book knows, and the key's own account.
        case book
        case only(Set<MuxedAccount>)
    }

    /// A list, or no list: everything.
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

    /// How much, by asset as `Asset.text` has it; what is not named: nothing.
    package enum Limits: Hashable, Sendable {
        case unlimited
        /// Nil for an asset without limit.
        case by([String: Amount?])

        /// The most of an asset; nil when there is no limit.
        func most(of asset: String) -> Amount? {
            switch self {
            case .unlimited: nil
            case .by(let limits): limits[asset] ?? .zero
            }
        }
    }

    package var networks: [Network] = []
    /// Names as in the protocol, `fee_bump` besides.
    package var operations: Choice<String> = .only([])
    package var destinations: Destinations = .only([])
    package var assets: Choice<String> = .only([])
    package var perTransaction: Limits = .by([:])
    package var perDay: Limits = .by([:])
    package var fee = Amount.zero
    /// Destinations that need a memo or an id; `any` for all.
    package var memoRequired: Choice<AccountID> = .only([])
    /// Home domains at which logins are signed.
    package var logins: Choice<String> = .only([])
    package var messages = false
    /// Rules whose holds pass without a person.
    package var unattended: Set<RuleID> = []

    package init() {}

    /// Whether a hold of this rule may pass with nobody there.
    package func passes(_ hold: Hold) -> Bool { unattended.contains(hold.rule) }

    /// Rules whose holds only a person passes, whatever a policy says.
    static let attended: Set<RuleID> = [.bookOwner, .record, .clock]
}
