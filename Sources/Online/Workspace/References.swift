// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Stellar
package import StellarXDR

/// An account as a user names it. `AccountFinder` finds what a name stands for.
package enum AccountReference: Hashable, Sendable {
    case address(MuxedAccount)
    /// A contact's name.
    case contact(String)
    /// A federation name, which a server knows (SEP-2).
    ///
    /// - Parameter written: the name as the user wrote it, for display.
    case federation(FederationName, written: String)
}

extension AccountReference: TextValue {
    /// - Parameter text: `G…`, `M…`, a contact's name, or `name*domain`.
    package init(text: String) throws(Failure) {
        if FederationName.isMeant(by: text) {
            do { self = .federation(try FederationName(text), written: text) } catch { throw Failure(error) }
            return
        }
        do { self = .address(try MuxedAccount(address: text)) } catch {
            guard ContactName.isOne(text) else { throw Failure(.badInput, "\(error.message)") }
            self = .contact(text)
        }
    }

    /// The name of an account on the ledger.
    package init(_ account: AccountID) { self = .address(MuxedAccount(account)) }
}

/// Whom a token is sent to, or who holds it, as a user names it.
package enum RecipientReference: Hashable, Sendable {
    /// An account, or a contact, which may also be a contract.
    case account(AccountReference)
    case contract(ContractID, id: UInt64?)
}

extension RecipientReference: TextValue {
    /// - Parameter text: an account, a contact's name, `C…`, or `W…`.
    package init(text: String) throws(Failure) {
        switch try? StrKey(text) {
        case .contract(let contract): self = .contract(contract, id: nil)
        case .muxedContract(let contract, let id): self = .contract(contract, id: id)
        default: self = .account(try AccountReference(text: text))
        }
    }
}

/// A signer of an account, as a user names it.
package enum SignerReference: Hashable, Sendable {
    case key(SignerKey)
    /// The key of an account that has a name.
    case account(AccountReference)
}

extension SignerReference: TextValue {
    /// - Parameter text: `G…`, `T…`, `X…` or `P…`, a contact's name, or `name*domain`.
    package init(text: String) throws(Failure) {
        if let key = try? SignerKey(address: text) {
            self = .key(key)
        } else if ContactName.isOne(text) || FederationName.isMeant(by: text) {
            self = .account(try AccountReference(text: text))
        } else {
            self = .key(try SignerKey.read(text))
        }
    }
}

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
        if parts.count == 2, let issuer = try? AccountID(address: parts[1]) {
            do { self = .asset(try Asset(code: parts[0], issuer: issuer)) } catch {
                throw Failure(.badInput, "\(error.message)")
            }
        } else if parts.count == 2, ContactName.isOne(parts[1]) {
            self = .issued(code: parts[0], by: parts[1])
        } else if Self.isCode(text) {
            self = .code(text)
        } else {
            self = .asset(try Asset.read(text))
        }
    }

    private static func isCode(_ text: String) -> Bool {
        text != "native" && text.uppercased() != "XLM" && (1...12).contains(text.utf8.count)
            && text.utf8.allSatisfy(Asset.isCodeCharacter)
    }
}
