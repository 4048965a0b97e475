// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// What can hold a token: an account or a contract.
package enum TokenHolder: Hashable, Sendable {
    case account(AccountID)
    case contract(ContractID)

    package var strKey: StrKey {
        switch self {
        case .account(let account): .publicKey(account.key)
        case .contract(let contract): .contract(contract)
        }
    }
}

/// Whom a token can be sent to: a holder, and the id by which it tells its users apart (CAP-27, CAP-67, CAP-84).
package struct RecipientAddress: Hashable, Sendable {
    package let holder: TokenHolder
    /// The id of an `M…` or `W…` address; nil for none. Zero is a valid id.
    package let id: UInt64?

    package init(_ holder: TokenHolder, id: UInt64? = nil) { (self.holder, self.id) = (holder, id) }

    package init(_ account: MuxedAccount) { self.init(.account(account.account), id: account.id) }

    /// The account; nil for a contract.
    package var account: MuxedAccount? {
        guard case .account(let account) = holder else { return nil }
        return id.map { .muxedEd25519(MuxedAccountMed25519(id: $0, ed25519: account.key)) } ?? MuxedAccount(account)
    }

    package var strKey: StrKey {
        switch (holder, id) {
        case (_, nil): holder.strKey
        case (.account(let account), let id?): .muxed(account.key, id: id)
        case (.contract(let contract), let id?): .muxedContract(contract, id: id)
        }
    }

    /// `G…`, `M…`, `C…` or `W…`.
    package var address: String { strKey.text }
}

extension RecipientAddress: TextValue {
    /// - Parameter text: `G…`, `M…`, `C…` or `W…`.
    package init(text: String) throws(StrKeyError) {
        switch try StrKey(text) {
        case .publicKey(let key): self.init(.account(.ed25519(key)))
        case .muxed(let key, let id): self.init(.account(.ed25519(key)), id: id)
        case .contract(let contract): self.init(.contract(contract))
        case .muxedContract(let contract, let id): self.init(.contract(contract), id: id)
        default: throw .wrongKind(wanted: "an account or a contract, G..., M..., C... or W...")
        }
    }
}

extension SCAddress {
    package init(_ address: RecipientAddress) {
        self =
            switch (address.holder, address.id) {
            case (.account(let account), nil): .account(account)
            case (.account(let account), let id?): .muxedAccount(MuxedEd25519Account(id: id, ed25519: account.key))
            case (.contract(let contract), nil): .contract(contract)
            case (.contract(let contract), let id?): .muxedContract(MuxedContract(id: id, contractId: contract))
            }
    }

    /// Nil for the address of a claimable balance or a pool.
    package var recipientAddress: RecipientAddress? {
        switch self {
        case .account(let account): RecipientAddress(.account(account))
        case .muxedAccount(let muxed): RecipientAddress(.account(.ed25519(muxed.ed25519)), id: muxed.id)
        case .contract(let contract): RecipientAddress(.contract(contract))
        case .muxedContract(let muxed): RecipientAddress(.contract(muxed.contractId), id: muxed.id)
        case .claimableBalance, .liquidityPool: nil
        }
    }
}
