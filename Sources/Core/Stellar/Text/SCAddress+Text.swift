// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension SCAddress {
    /// The SEP-23 text: `G…`, `C…`, `M…`, `B…`, `L…` or `W…`.
    package var address: String {
        switch self {
        case .account(let account): account.address
        case .contract(let contract): StrKey.contract(contract).text
        case .muxedAccount(let muxed): StrKey.muxed(muxed.ed25519, id: muxed.id).text
        case .claimableBalance(let balance): balance.address
        case .liquidityPool(let pool): StrKey.liquidityPool(pool).text
        case .muxedContract(let muxed): StrKey.muxedContract(muxed.contractId, id: muxed.id).text
        }
    }
}

extension ClaimableBalanceID {
    /// `B…`.
    package var address: String {
        switch self {
        case .v0(let hash): StrKey.claimableBalance(hash).text
        }
    }
}
