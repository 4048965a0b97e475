// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// An asset as a user names it. `AssetFinder` finds what a name stands for.
package enum AssetReference: Hashable, Sendable {
    case asset(Asset)
    /// An asset whose issuer is a contact.
    case issued(code: String, by: String)
    /// A code alone: which asset it is depends on what the account holds.
    case code(String)

    /// Whether the meaning depends on the account's balances.
    package var needsHolder: Bool { if case .code = self { true } else { false } }
}

extension AssetReference: TextValue {
    /// - Parameter text: `native` or `XLM`, `CODE:ISSUER`, `CODE:CONTACT`, or a code alone.
    package init(text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, (try? AccountID(address: parts[1])) == nil, ContactName.isOne(parts[1]) {
            self = .issued(code: parts[0], by: parts[1])
        } else if Self.isCode(text) {
            self = .code(text)
        } else {
            self = .asset(try Asset(text: text))
        }
    }

    private static func isCode(_ text: String) -> Bool {
        text != "native" && text.uppercased() != "XLM" && (1...12).contains(text.utf8.count)
            && text.utf8.allSatisfy(Asset.isCodeCharacter)
    }
}
