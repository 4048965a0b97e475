// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR

/// The form in which a contract account takes signatures, read from the second parameter of its `__check_auth`.
///
/// - Source: CAP-46-11; soroban-examples `simple_account`, `account`; OpenZeppelin stellar-contracts,
///   packages/accounts.
package enum ContractAccountShape: String, Hashable, Sendable, CaseIterable {
    /// `BytesN<64>`: one Ed25519 signature.
    case bytes64
    /// A vector of maps with `public_key` and `signature`, ascending by key.
    case signatures = "map"
    /// `AuthPayload` of OpenZeppelin's library.
    case authPayload = "openzeppelin"

    package init(of contract: ContractID, from client: RPCClient) throws(Failure) {
        try self.init(ContractInterface(contract, from: client))
    }

    package init(_ interface: ContractInterface) throws(Failure) {
        let shown = StrKey.contract(interface.contract).text
        guard let check = interface.spec.function(Array("__check_auth".utf8)), check.inputs.count == 3 else {
            throw Failure(.badInput, "\(shown) is not a contract account: it has no function __check_auth")
        }
        switch check.inputs[1].type {
        case .bytesN(let bytes) where bytes.n == 64: self = .bytes64
        case .vec(let vector)
        where Self.fields(of: vector.elementType, interface.spec) == ["public_key", "signature"]:
            self = .signatures
        case let type where Self.fields(of: type, interface.spec) == ["context_rule_ids", "signers"]:
            self = .authPayload
        default:
            throw Failure(
                .badInput, "\(shown) takes signatures in a form that is not known here: \(check.inputs[1].type.text)")
        }
    }

    /// The names of a structure's fields; empty for another type.
    private static func fields(of type: SCSpecTypeDef, _ spec: ContractSpec) -> Set<String> {
        guard case .udt(let named) = type, case .structure(let structure)? = spec.type(named.name.bytes) else {
            return []
        }
        return Set(structure.fields.map { String(decoding: $0.name.bytes, as: UTF8.self) })
    }

    /// - Throws: `.badInput` for more signatures than the account takes, and for an account with context rules; see
    ///   `ContextRules`.
    package func value(_ signatures: [ResponseSignature], over payload: TransactionHash) throws(Failure) -> SCVal {
        switch self {
        case .bytes64:
            guard signatures.count == 1 else {
                throw Failure(.badInput, "this contract account takes one signature, not \(signatures.count)")
            }
            return .bytes(SCBytes(signatures[0].signature) ?? SCBytes())
        case .signatures:
            var made = AccountSignatures()
            for signature in signatures {
                guard let key = signature.publicKey else {
                    throw Failure(
                        .badInput, "a response from a QR code lacks the key, which this contract account needs",
                        hint: "carry the response as a file")
                }
                made.add(signature.decorated.signature, by: key)
            }
            return made.value
        case .authPayload:
            throw Failure(
                .badInput, "this contract account checks calls against context rules, which were not signed",
                hint: "request the signature with them: \(step: .build(.requestEntries(signer: nil)))")
        }
    }
}
