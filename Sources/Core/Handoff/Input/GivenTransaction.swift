// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A transaction that a user gave, in whichever form, with what that form says about it.
///
/// Which forms contain a transaction to sign or to change is decided here. A job asks for what it needs:
/// `TransactionInput.toSign()` for a transaction that is to be signed or changed, `handoff` for a request,
/// `transaction` where everything counts that has an envelope.
package struct GivenTransaction: Sendable {
    /// The form that it came in.
    package indirect enum Form: Sendable {
        case envelope
        case request(SigningRequest)
        case device(DeviceRequest, DeviceRequest.NetworkName)
        case link(SEP7Transaction)
    }

    package let envelope: TransactionEnvelope
    package let form: Form
    /// Where it came from, for error lines.
    package let origin: String

    /// Nil for content without a transaction: a response, a message, a bare hash.
    fileprivate init?(_ content: HandoffInput.Content, origin: String) {
        switch content {
        case .envelope(let bare): (envelope, form) = (bare, .envelope)
        case .request(let request):
            guard let asked = request.envelope else { return nil }
            (envelope, form) = (asked, .request(request))
        case .device(let device):
            guard case .transaction(let asked, let name) = device.subject else { return nil }
            (envelope, form) = (asked, .device(device, name))
        case .link(let link): (envelope, form) = (link.envelope, .link(link))
        case .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            return nil
        }
        self.origin = origin
    }

    /// The request document; nil for every other form.
    package var request: SigningRequest? { if case .request(let request) = form { request } else { nil } }

    /// The note for the signer that came with it.
    package var note: String? {
        switch form {
        case .request(let request): request.note
        case .link(let link): link.terms.message
        case .envelope, .device: nil
        }
    }

    /// The network: the one that the form names, which the user may confirm, else the one that the user or the settings
    /// name.
    package func network(_ networks: NetworkSelection) throws(Failure) -> Network {
        switch form {
        case .envelope: try networks.required()
        case .request(let request): try networks.resolve(documented: request.network)
        case .device(_, let name): try networks.resolve(named: name, origin)
        case .link(let link): try networks.resolve(link.terms)
        }
    }

    /// - Throws: `.badInput` for a link with fields to fill in: what it contains is not yet the transaction.
    package func checkIsComplete() throws(Failure) {
        guard case .link(let link) = form, link.replace != nil else { return }
        throw Failure(
            .badInput, "\(origin): the link has fields to fill in first",
            hint:
                "write it as text, fill in the fields, and make a request: \(step: .build(.writeText)), then \(step: .build(.compose))"
        )
    }

    /// The request to sign it: the one that it came in, otherwise a new one. Of a link the message becomes the note;
    /// callback, origin and signature are dropped.
    ///
    /// - Parameter now: the time of a new request; called only if one is made.
    package func signingRequest(
        _ networks: NetworkSelection, now: () throws(Failure) -> Timestamp
    ) throws(Failure) -> SigningRequest {
        let network = try network(networks)
        if let request { return request }
        var generator = SystemRandomNumberGenerator()
        var new = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            created: try now())
        switch form {
        case .device(let device, _):
            if let id = device.id { new.id = id }
            new.signers = device.account.map { [$0] } ?? []
        case .link(let link):
            new.signers = link.publicKey.map { [$0] } ?? []
            new.note = link.terms.message.flatMap { $0.utf8.count <= Limits.note ? $0 : nil }
        case .envelope, .request: break
        }
        return new
    }
}

extension TransactionInput {
    /// The transaction in the input; nil for a response, a message, a bare hash.
    package var transaction: GivenTransaction? { GivenTransaction(input.content, origin: origin) }

    /// The request document, whatever it asks for; nil for every other input.
    package var request: SigningRequest? { if case .request(let request) = input.content { request } else { nil } }

    /// The signer's response; nil for every other input.
    package var response: SigningResponse? { if case .response(let response) = input.content { response } else { nil } }

    /// The transaction, for a job that requests its signature or changes it.
    ///
    /// - Throws: `.badInput` for what is not a transaction or is a login challenge, and for a link with fields to fill
    ///   in; `.refused` for a bare hash.
    package func toSign() throws(Failure) -> GivenTransaction {
        if let request, request.kind != .transaction {
            throw Failure(.badInput, "\(origin): this is a \(request.kind.rawValue), not a transaction")
        }
        guard let transaction else { throw noTransaction }
        try transaction.checkIsComplete()
        return transaction
    }
}

extension NetworkSelection {
    /// The network that a device's request names, by its passphrase or by its hash; flags may confirm it, and must
    /// supply an unknown passphrase.
    fileprivate func resolve(named name: DeviceRequest.NetworkName, _ origin: String) throws(Failure) -> Network {
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
