// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
import Stellar
package import StellarXDR

/// The signer's response to a request for an authorization entry, with its request; every signature verifies.
package struct SignedLoginEntry: Sendable {
    let asked: AuthorizationRequest
    let network: Network
    let payload: TransactionHash
    let signatures: [ResponseSignature]
    /// Its source, for errors.
    let origin: String

    /// - Parameters:
    ///   - given: the request that the user gave; otherwise the journal's.
    ///   - signers: keys that may have signed, for a response from a QR code, which has no room for them.
    /// - Returns: nil for anything but a response to a request for an authorization entry.
    /// - Throws: `.badInput` for a signature that does not verify.
    package init?(
        _ source: TransactionInput, request given: SigningRequest?, signers: [AccountID], journal: any OnlineJournal
    ) throws(Failure) {
        guard let response = try Self.response(source),
            let request = try Self.request(of: response, given, journal),
            case .authorization(let asked) = request.content
        else { return nil }
        network = Network(passphrase: request.networkPassphrase)
        (self.asked, origin, payload) = (asked, source.origin, response.hash)
        guard asked.payload(on: network) == response.hash else {
            throw Failure(.badInput, "\(origin): this is the response to another request")
        }
        var verified: [ResponseSignature] = []
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0] } ?? (request.signers + signers)
            verified.append(try Self.verified(signature, index + 1, response.hash, candidates, source.origin))
        }
        guard !verified.isEmpty else { throw Failure(.badInput, "\(origin): the response has no signature") }
        signatures = verified
    }

    private static func response(_ source: TransactionInput) throws(Failure) -> SigningResponse? {
        switch source.input.content {
        case .response(let response): return response
        case .request(let request) where request.kind == .authorization:
            throw Failure(
                .badInput, "\(source.origin): this is a request, without a signature",
                hint: "sign it, and give the response")
        default: return nil
        }
    }

    private static func request(
        of response: SigningResponse, _ given: SigningRequest?, _ journal: any OnlineJournal
    ) throws(Failure) -> SigningRequest? {
        if let given { return given }
        if let id = response.id, let found = try journal.signingRequest(id: id) { return found }
        return try journal.signingRequest(hash: response.hash)
    }

    /// The signature with the key that made it.
    private static func verified(
        _ signature: ResponseSignature, _ number: Int, _ payload: TransactionHash, _ candidates: [PublicKey],
        _ origin: String
    ) throws(Failure) -> ResponseSignature {
        for key in candidates where key.hint == signature.hint {
            guard let entry = AccountSignature(publicKey: key.key, signature: signature.signature),
                entry.verifies(payload),
                let named = ResponseSignature(publicKey: key, signature: signature.signature)
            else { continue }
            return named
        }
        if signature.publicKey == nil, !candidates.contains(where: { $0.hint == signature.hint }) {
            throw Failure(
                .badInput, "\(origin): signature \(number) does not name its key, and neither does the request",
                hint: "name it with \(field: .signer, "G..."), or carry the response as a file")
        }
        throw Failure(
            .badInput, "\(origin): signature \(number) is not by the key it names, or not for this login")
    }
}
