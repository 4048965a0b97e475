// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// An address that may authorize in the name of an entry's address, if that one's code asks for it.
///
/// - Source: CAP-71-01.
package struct Delegate: Hashable, Sendable {
    /// 1, 1.1, 1.2, …; below the tenth level, the number of delegates before it instead of their places.
    package let place: String
    /// The depth below the first delegates, from 0.
    package let depth: Int
    package let address: SCAddress
    package let signature: SCVal
    /// Whether delegates of its own are below it.
    package let hasDelegates: Bool
}

/// Why the network rejects every call with a list of delegates.
package enum DelegateError: Error, Hashable, Sendable {
    /// The address is below one that has to be after it.
    case unordered(SCAddress)
    case twice(SCAddress)
    /// Neither an account nor a contract.
    case noSigner(SCAddress)
}

extension SorobanCredentials {
    /// The delegates, those above before those below; empty for credentials without any.
    package var delegates: [Delegate] {
        guard case .addressWithDelegates(let delegated) = self else { return [] }
        var all: [Delegate] = []
        Self.collect(delegated.delegates, above: "", depth: 0, into: &all)
        return all
    }

    private static func collect(
        _ delegates: some Collection<SorobanDelegateSignature>, above: String, depth: Int, into all: inout [Delegate]
    ) {
        for (index, one) in delegates.enumerated() {
            let place = "\(above)\(index + 1)"
            all.append(
                Delegate(
                    place: place, depth: depth, address: one.address, signature: one.signature,
                    hasDelegates: !one.nestedDelegates.isEmpty))
            collect(
                one.nestedDelegates, above: depth < 10 ? "\(place)." : "#\(all.count).", depth: depth + 1, into: &all)
        }
    }

    /// - Throws: for delegates with which every call fails, whether one of them is asked for or not.
    package func checkDelegates() throws(DelegateError) {
        guard case .addressWithDelegates(let delegated) = self else { return }
        try Self.check(delegated.delegates)
    }

    private static func check(_ delegates: some Collection<SorobanDelegateSignature>) throws(DelegateError) {
        var previous: [UInt8] = []
        for one in delegates {
            switch one.address {
            case .account, .contract: break
            default: throw .noSigner(one.address)
            }
            // By type, and then by the bytes of the key or the id: so are their forms on the wire.
            let place = one.address.xdr
            guard place != previous else { throw .twice(one.address) }
            guard previous.lexicographicallyPrecedes(place) else { throw .unordered(one.address) }
            previous = place
            try check(one.nestedDelegates)
        }
    }
}

extension SorobanAddressCredentialsWithDelegates {
    /// The same with what `change` makes of each signature: that of the address, and those of its delegates.
    func mapSignatures(_ change: (SCAddress, SCVal) -> SCVal) -> SorobanAddressCredentialsWithDelegates {
        var copy = self
        copy.addressCredentials.signature = change(addressCredentials.address, addressCredentials.signature)
        copy.delegates = delegates.map { $0.mapSignatures(change) }
        return copy
    }
}

extension SorobanDelegateSignature {
    fileprivate func mapSignatures(_ change: (SCAddress, SCVal) -> SCVal) -> SorobanDelegateSignature {
        var copy = self
        copy.signature = change(address, signature)
        copy.nestedDelegates = nestedDelegates.map { $0.mapSignatures(change) }
        return copy
    }
}
