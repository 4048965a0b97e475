// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Keys of what contracts store.
extension LedgerKey {
    package static func account(_ id: AccountID) -> LedgerKey { .account(LedgerKeyAccount(accountID: id)) }

    package static func trustline(_ id: AccountID, _ asset: Asset) -> LedgerKey {
        .trustline(LedgerKeyTrustLine(accountID: id, asset: TrustLineAsset(asset)))
    }

    package static func instance(_ contract: ContractID) -> LedgerKey {
        .persistent(.contract(contract), .ledgerKeyContractInstance)
    }

    package static func code(_ hash: Hash) -> LedgerKey { .contractCode(LedgerKeyContractCode(hash: hash)) }

    package static func persistent(_ owner: SCAddress, _ key: SCVal) -> LedgerKey {
        .contractData(LedgerKeyContractData(contract: owner, key: key, durability: .persistent))
    }

    package static func temporary(_ owner: SCAddress, _ key: SCVal) -> LedgerKey {
        .contractData(LedgerKeyContractData(contract: owner, key: key, durability: .temporary))
    }

    /// Whether the entry is forgotten when its lifetime ends.
    var isTemporary: Bool {
        if case .contractData(let data) = self { data.durability == .temporary } else { false }
    }

    /// Whether the entry has a lifetime.
    package var hasLifetime: Bool {
        switch self {
        case .contractData, .contractCode: true
        default: false
        }
    }
}

extension TrustLineAsset {
    package init(_ asset: Asset) {
        switch asset {
        case .native: self = .native
        case .creditAlphanum4(let credit): self = .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): self = .creditAlphanum12(credit)
        }
    }
}
