// SPDX-License-Identifier: Apache-2.0

package import Handoff
package import Stellar
package import StellarXDR
import TextCodec
import XDR

extension TransactionInput {
    /// The error for what is no transaction and none can be made of.
    package var noTransaction: Failure {
        let what =
            switch input.content {
            case .response, .signature: "this is an answer of a signer, there is no transaction in it"
            case .accounts: "these are accounts of a signer, there is no transaction in them"
            case .addressRequest: "this asks for an address, there is no transaction in it"
            case .device: "a bare hash is never signed: the transaction that hashes to it is wanted (R-HASH)"
            case .envelope, .request, .link: "there is no transaction in this"
            }
        let hint =
            switch input.content {
            case .device: "give it as well: --envelope FILE"
            case .addressRequest: "coldstar-sign key show NAME --qr answers"
            default: nil as String?
            }
        let isHash = if case .device = input.content { true } else { false }
        return Failure(isHash ? .refused : .badInput, "\(origin): \(what)", hint: hint)
    }

    /// The transaction that a wallet asks its device to sign.
    ///
    /// - Throws: `.refused` for a bare hash.
    package func transaction(
        of asked: DeviceRequest, _ networks: NetworkOptions
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network) {
        guard case .transaction(let envelope, let name) = asked.subject else { throw noTransaction }
        return (envelope, try networks.resolve(named: name, origin))
    }
}

extension NetworkOptions {
    /// The network that a device's request names, by its passphrase or by its hash; flags may confirm it, and have to spell out a
    /// passphrase that nobody knows.
    func resolve(named name: DeviceRequest.NetworkName, _ origin: String) throws(Failure) -> Network {
        switch name {
        case .passphrase(let passphrase): return try resolve(documented: Network(passphrase: passphrase))
        case .id(let id):
            if let known = Network(id: id) { return try resolve(documented: known) }
            guard let given = try given() else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is for a network of which only the hash is known, \(Hex.encode(id.bytes))",
                    hint: "give its passphrase: --network-passphrase TEXT")
            }
            guard given.id == id else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is for another network than \(Self.label(given)): its hash is \(Hex.encode(id.bytes))"
                )
            }
            return given
        }
    }
}

extension DeviceRequest {
    /// The same as a request of Coldstar's own.
    package func request(_ envelope: TransactionEnvelope, on network: Network, now: Timestamp) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        return SigningRequest(
            id: id ?? RequestID(using: &generator), networkPassphrase: network.passphrase,
            content: .transaction(envelope), signers: account.map { [$0] } ?? [], created: now)
    }
}
