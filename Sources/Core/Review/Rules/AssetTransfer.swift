// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A call of `transfer` on the built-in contract of a known asset, which is equivalent to a payment.
struct AssetTransfer {
    let asset: Asset
    let destination: MuxedAccount
    /// Decimal units.
    let amount: String

    /// Nil for any other call.
    init?(_ call: InvokeContractArgs, on network: Network, among assets: [Asset]) {
        guard call.isNamed("transfer"), call.args.count == 3, case .contract(let contract) = call.contractAddress,
            let recipient = call.recipient, case .i128(let parts) = call.args[2],
            let stroops = Int64(exactly: parts.value), stroops > 0,
            let asset = assets.first(where: { ContractIDPreimage.asset($0).contract(on: network) == contract })
        else { return nil }
        destination = recipient
        self.asset = asset
        amount = Amount(stroops: stroops).text
    }
}

extension ContractIDPreimage {
    /// The id of the contract created from this preimage: SHA-256 of its `HashIDPreimage`.
    func contract(on network: Network) -> ContractID {
        let preimage = HashIDPreimage.contractId(.init(networkID: network.id, contractIDPreimage: self))
        return ContractID(sha256: preimage.xdr)
    }
}

extension InvokeContractArgs {
    func isNamed(_ name: StaticString) -> Bool { functionName.bytes.elementsEqual("\(name)".utf8) }

    /// The recipient of a token's `transfer` or `transfer_from`, whichever contract is called; nil for another call,
    /// and for a recipient that is not an account.
    var recipient: MuxedAccount? {
        switch recipientAddress {
        case .publicKey(let key)?: .ed25519(key)
        case .muxed(let key, let id)?: .muxedEd25519(.init(id: id, ed25519: key))
        default: nil
        }
    }

    /// The recipient of a token's `transfer` or `transfer_from`, which may also be a contract.
    var recipientAddress: StrKey? {
        let place: Int
        if isNamed("transfer"), args.count == 3 {
            place = 1
        } else if isNamed("transfer_from"), args.count == 4 {
            place = 2
        } else {
            return nil
        }
        guard case .address(let address) = args[place] else { return nil }
        switch address {
        case .account, .muxedAccount, .contract: return address.strKey
        case .claimableBalance, .liquidityPool: return nil
        }
    }
}

extension InvokeContractArgs {
    /// Whether an `approve` allows 2^63 - 1 or more, or an amount that cannot be determined.
    var allowsEverything: Bool {
        guard args.count == 4, case .i128(let parts) = args[2], let amount = Int64(exactly: parts.value) else {
            return true
        }
        return amount == .max
    }
}
