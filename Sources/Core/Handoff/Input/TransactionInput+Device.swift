// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar
package import StellarXDR
import TextCodec
import XDR

extension TransactionInput {
    /// The error for input that contains no transaction.
    package var noTransaction: Failure {
        let what =
            switch input.content {
            case .response, .chainResponse, .chainSignature, .signature:
                "this is a signer's response, without a transaction"
            case .accounts: "these are a signer's accounts, without a transaction"
            case .addressRequest: "this requests an address, without a transaction"
            case .device: "a bare hash is never signed: its transaction is required (R-HASH)"
            case .chainRequest: "this requests a message's signature, without a transaction"
            case .envelope, .request, .link: "this contains no transaction"
            }
        let hint: Wording? =
            switch input.content {
            case .device: "add the transaction with \(field: .envelope, "FILE")"
            case .addressRequest: "to respond: \(step: .sign(.showKeyAsQR))"
            default: nil as Wording?
            }
        let isHash = if case .device = input.content { true } else { false }
        return Failure(isHash ? .refused : .badInput, "\(origin): \(what)", hint: hint)
    }

    /// The transaction in a wallet's request to its device.
    ///
    /// - Throws: `.refused` for a bare hash.
    package func transaction(
        of asked: DeviceRequest, _ networks: NetworkSelection
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network) {
        guard case .transaction(let envelope, let name) = asked.subject else { throw noTransaction }
        return (envelope, try networks.resolve(named: name, origin))
    }
}

extension NetworkSelection {
    /// The network that a device's request names, by its passphrase or by its hash; flags may confirm it, and must supply an
    /// unknown passphrase.
    func resolve(named name: DeviceRequest.NetworkName, _ origin: String) throws(Failure) -> Network {
        switch name {
        case .passphrase(let passphrase): return try resolve(documented: Network(passphrase: passphrase))
        case .id(let id):
            if let known = Network(id: id) { return try resolve(documented: known) }
            guard let given = try given() else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is for an unknown network with the hash \(Hex.encode(id.bytes))",
                    hint: "give its passphrase: \(field: .networkPassphrase, "TEXT")")
            }
            guard given.id == id else {
                throw Failure(
                    .badInput,
                    "\(origin): the request is not for \(given.label): its network hash is \(Hex.encode(id.bytes))"
                )
            }
            return given
        }
    }
}

extension DeviceRequest {
    /// The device's request as a Coldstar request.
    package func request(_ envelope: TransactionEnvelope, on network: Network, now: Timestamp) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        return SigningRequest(
            id: id ?? RequestID(using: &generator), networkPassphrase: network.passphrase,
            content: .transaction(envelope), signers: account.map { [$0] } ?? [], created: now)
    }
}
