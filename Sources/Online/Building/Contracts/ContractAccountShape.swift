// SPDX-License-Identifier: Apache-2.0

import Contracts
package import Faults
package import Handoff
package import RPC
package import Stellar
package import StellarXDR
import XDR

/// The form in which a contract account takes signatures, read from the second parameter of its `__check_auth`.
///
/// - Source: CAP-46-11; soroban-examples `simple_account`, `account`.
package enum ContractAccountShape: String, Hashable, Sendable, CaseIterable {
    /// `BytesN<64>`: one Ed25519 signature.
    case bytes64
    /// A vector of maps with `public_key` and `signature`, ascending by key.
    case signatures = "map"

    package init(of contract: ContractID, from client: RPCClient) throws(Failure) {
        let interface = try ContractInterface(contract, from: client)
        let shown = StrKey.contract(contract).text
        guard let check = interface.spec.function(Array("__check_auth".utf8)), check.inputs.count == 3 else {
            throw Failure(.badInput, "\(shown) is not a contract account: it has no function __check_auth")
        }
        switch check.inputs[1].type {
        case .bytesN(let bytes) where bytes.n == 64: self = .bytes64
        case .vec(let vector) where Self.isSignature(vector.elementType, interface.spec): self = .signatures
        default:
            throw Failure(
                .badInput, "\(shown) takes signatures in a form that is not known here: \(check.inputs[1].type.text)")
        }
    }

    private static func isSignature(_ type: SCSpecTypeDef, _ spec: ContractSpec) -> Bool {
        guard case .udt(let named) = type, case .structure(let structure)? = spec.type(named.name.bytes) else {
            return false
        }
        let fields = structure.fields.map { String(decoding: $0.name.bytes, as: UTF8.self) }
        return Set(fields) == ["public_key", "signature"]
    }

    /// - Throws: `.badInput` for more signatures than the account takes.
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
        }
    }
}
