// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

extension Review {
    /// A line of the journal has room for this many.
    private static let mostPaid = 500

    /// The addresses that receive value, each once, at most 500: destinations and claimants, and recipients of token
    /// transfers. An `M…` address is followed by its account's `G…` address, a `W…` address by its contract's
    /// `C…` address.
    package var paidAddresses: [StrKey] {
        var seen: Set<StrKey> = []
        var bodies = operations.map(\.operation.body)
        if case .authorization(let asked) = content { bodies = [.invokeHostFunction(asked.asOperation)] }
        let paid = bodies.flatMap(\.paidAddresses).filter { seen.insert($0).inserted }
        return Array(paid.prefix(Self.mostPaid))
    }
}

extension OperationBody {
    fileprivate var paidAddresses: [StrKey] {
        var addresses = destinations.map(\.strKey)
        if case .invokeHostFunction(let op) = self { addresses = op.calls.compactMap(\.recipientAddress) }
        return addresses.flatMap { address -> [StrKey] in
            switch address {
            case .muxed(let key, _): [address, .publicKey(key)]
            case .muxedContract(let contract, _): [address, .contract(contract)]
            default: [address]
            }
        }
    }
}
