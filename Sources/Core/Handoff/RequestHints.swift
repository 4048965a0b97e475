// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The hints of a request, as far as they are understood: what cannot be read counts as not there.
package struct RequestHints: Sendable {
    private let json: JSON

    package init(_ json: JSON) { self.json = json }

    /// The network's latest ledger when the request was built.
    package var ledger: UInt32? { json["ledger"]?.asInteger(UInt32.self) }

    /// The version of the network's protocol when the request was built.
    package var protocolVersion: UInt32? { json["protocol"]?.asInteger(UInt32.self) }

    /// The withdrawal that the transaction pays.
    package var withdrawal: HintedWithdrawal? { json["withdrawal"].flatMap { HintedWithdrawal($0) } }

    /// The anchor's domain in the hint of a withdrawal, whatever else that says.
    package var withdrawalDomain: String? { json["withdrawal"].flatMap(HintedWithdrawal.homeDomain) }

    /// The transactions that this one authorizes in advance, nil in place of one that cannot be read; nil for a hint of
    /// another form.
    package var preauthorizations: [TransactionEnvelope?]? {
        guard let hint = json["preauthorized"] else { return [] }
        return hint.asArray?.map { element in
            guard let text = element.asString, case .envelope(let envelope)? = try? HandoffInput.recognise(text).content
            else { return nil }
            return envelope
        }
    }

    /// Signed transactions of earlier sequence numbers, which a co-signer may not have seen: at most `mostSigned`,
    /// without those that cannot be read.
    package var signedBefore: [TransactionEnvelope] {
        (json["signed"]?.asArray ?? []).prefix(Self.mostSigned).compactMap { element in
            guard let text = element.asString, text.utf8.count <= Self.longestSigned,
                case .envelope(let envelope)? = try? HandoffInput.recognise(text).content
            else { return nil }
            return envelope
        }
    }

    /// The number of signed transactions that a request may bring along.
    package static let mostSigned = 4
    /// The maximum size of one in base64: a request has to fit codes on a screen.
    package static let longestSigned = 8 << 10

    /// The codes that contracts ran when the request was built.
    package var codes: [(contract: ContractID, code: Hash)] {
        (json["contracts"]?.asArray ?? []).compactMap { hint in
            guard let contract = Self.contract(hint), let text = hint["wasm_hash"]?.asString,
                let bytes = try? Hex.decode(text), let code = Hash(bytes)
            else { return nil }
            return (contract, code)
        }
    }

    /// What the names of contracts are read from.
    ///
    /// - Parameter limit: the number of hints that are read.
    package func materials(limit: Int) -> [AuthorizationRequest.Material] {
        (json["contracts"]?.asArray ?? []).prefix(limit).compactMap(Self.material)
    }

    private static func material(_ hint: JSON) -> AuthorizationRequest.Material? {
        guard let id = contract(hint) else { return nil }
        if let text = hint["wasm"]?.asString, let code = try? Base64.decode(text) {
            return AuthorizationRequest.Material(id: id, content: .wasm(code))
        }
        guard let text = hint["spec"]?.asString, let section = try? Base64.decode(text) else { return nil }
        return AuthorizationRequest.Material(id: id, content: .spec(section))
    }

    private static func contract(_ hint: JSON) -> ContractID? {
        guard let address = hint["id"]?.asString, case .contract(let id)? = try? StrKey(address) else { return nil }
        return id
    }
}

/// A withdrawal at an anchor, as the hints of the request for its payment name it.
package struct HintedWithdrawal: Hashable, Sendable {
    /// The anchor's domain.
    package let homeDomain: String
    /// The anchor's id of the transfer.
    package let id: String

    package init(homeDomain: String, id: String) { (self.homeDomain, self.id) = (homeDomain, id) }

    fileprivate init?(_ hint: JSON) {
        guard let homeDomain = Self.homeDomain(hint), let id = hint["id"]?.asString else { return nil }
        self.init(homeDomain: homeDomain, id: id)
    }

    fileprivate static func homeDomain(_ hint: JSON) -> String? { hint["home_domain"]?.asString }

    package var hint: JSON { ["home_domain": .string(homeDomain), "id": .string(id)] }
}
