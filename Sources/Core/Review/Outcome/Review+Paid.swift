// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

extension Review {
    /// A line of the journal has room for so many.
    private static let mostPaid = 500

    /// The addresses that value goes to, each once, 500 at most: destinations and claimants, and recipients of a token's
    /// transfer. An `M…` address is followed by the `G…` of its account.
    package var paidAddresses: [StrKey] {
        var seen: Set<StrKey> = []
        let paid = operations.flatMap { $0.operation.body.paidAddresses }.filter { seen.insert($0).inserted }
        return Array(paid.prefix(Self.mostPaid))
    }
}

extension OperationBody {
    fileprivate var paidAddresses: [StrKey] {
        var addresses = destinations.map(\.strKey)
        if case .invokeHostFunction(let op) = self { addresses = op.calls.compactMap(\.recipientAddress) }
        return addresses.flatMap { address -> [StrKey] in
            if case .muxed(let key, _) = address { [address, .publicKey(key)] } else { [address] }
        }
    }
}
