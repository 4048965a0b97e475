// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Handoff
package import LedgerAPI
package import Stellar
package import StellarXDR
import Workspace

/// The context rules against which a contract account of OpenZeppelin's library checks the calls of an entry, and the
/// Ed25519 keys that are their signers.
///
/// - Source: OpenZeppelin stellar-contracts, packages/accounts: `get_context_rule`, `Signer::External`.
package struct ContextRules: Sendable {
    fileprivate typealias Signer = (key: PublicKey, verifier: ContractID)

    private let account: ContractID
    package let numbers: [UInt32]
    private let signers: [Signer]

    fileprivate init(_ numbers: [UInt32], of account: ContractID, _ signers: [Signer]) {
        (self.account, self.numbers, self.signers) = (account, numbers, signers)
    }

    /// The keys that may sign, each once; at most as many as a request names.
    package var keys: [PublicKey] {
        var keys: [PublicKey] = []
        for signer in signers where !keys.contains(signer.key) { keys.append(signer.key) }
        return Array(keys.prefix(20))
    }

    /// The value in the entry's credentials. Signatures by none of the signers are left out, with a warning: the
    /// account would refuse all.
    ///
    /// - Throws: `.badInput` if no signature is left.
    package func value(
        _ signatures: [ResponseSignature], over digest: TransactionHash, noting notices: inout [Notice]
    ) throws(Failure) -> SCVal {
        var payload = AuthPayload(rules: numbers)
        for signature in signatures {
            let makers = signers.filter {
                Ed25519.verify(signature.signature, message: digest.bytes, publicKey: $0.key.key.bytes)
            }
            if makers.isEmpty {
                let name = signature.publicKey?.address ?? "an unknown key"
                notices.append(
                    .warning(
                        .droppedSignature,
                        "dropped a signature by \(name), which is not a signer of the account's \(text)"))
            }
            for maker in makers {
                payload.add(signature.decorated.signature, by: maker.key, verifier: maker.verifier)
            }
        }
        guard !payload.isEmpty else {
            throw Failure(
                .badInput, "none of the signatures is by a signer of the \(text) of \(StrKey.contract(account).text)")
        }
        return payload.value
    }

    private var text: String {
        "context rule\(numbers.count == 1 ? "" : "s") \(numbers.map { String($0) }.joined(separator: ", "))"
    }
}

/// The context rules of accounts, each of which is asked for once.
package struct ContextRuleFinder {
    private let client: RPCClient
    private var known: [ContractID: [UInt32: [ContextRules.Signer]]] = [:]

    package init(_ client: RPCClient) { self.client = client }

    /// The rules for the calls of an entry.
    ///
    /// - Parameter numbers: one for each call of the entry.
    /// - Throws: `.badInput` if the account has no such rule.
    package mutating func rules(_ numbers: [UInt32], of account: ContractID) throws(Failure) -> ContextRules {
        var found: [ContextRules.Signer] = []
        for number in Set(numbers).sorted() {
            for signer in try signers(of: number, of: account) where !found.contains(where: { $0 == signer }) {
                found.append(signer)
            }
        }
        return ContextRules(numbers, of: account, found)
    }

    private mutating func signers(of rule: UInt32, of account: ContractID) throws(Failure) -> [ContextRules.Signer] {
        if let signers = known[account]?[rule] { return signers }
        let call = InvokeContractArgs(
            contractAddress: .contract(account), functionName: SCSymbol(Array("get_context_rule".utf8)) ?? SCSymbol(),
            args: [.u32(rule)])
        let answer: SCVal?
        do { answer = try client.value(of: call) } catch { throw Failure(error) }
        guard case .map(let fields?)? = answer,
            case .vec(let signers?)? = fields.first(where: { $0.key == .symbol("signers") })?.val
        else {
            throw Failure(.badInput, "\(StrKey.contract(account).text) has no context rule \(rule)")
        }
        let found = signers.compactMap { signer -> ContextRules.Signer? in
            guard case .vec(let parts?) = signer, parts.count == 3, parts.first == .symbol("External"),
                case .address(.contract(let verifier))? = parts.dropFirst().first, case .bytes(let bytes)? = parts.last,
                let key = Uint256(bytes.bytes)
            else { return nil }
            return (.ed25519(key), verifier)
        }
        known[account, default: [:]][rule] = found
        return found
    }
}

extension SorobanAuthorizedInvocation {
    /// The number of calls in the tree, this one included.
    package var count: Int { subInvocations.reduce(1) { $0 + $1.count } }
}
