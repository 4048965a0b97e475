// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
        case .account, .muxedAccount, .contract, .muxedContract: return address.strKey
        case .claimableBalance, .liquidityPool: return nil
        }
    }
}
