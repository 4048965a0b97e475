// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// An authorization entry that should be signed, and what is claimed about it.
package struct AuthorizationRequest: Hashable, Sendable {
    /// What a contract's names are read from. Nothing proves that the contract has this code.
    package struct Material: Hashable, Sendable {
        package indirect enum Content: Hashable, Sendable {
            /// A module of WebAssembly.
            case wasm([UInt8])
            /// Its section `contractspecv0` (SEP-48).
            case spec([UInt8])
        }

        package let id: ContractID
        package let content: Content

        package init(id: ContractID, content: Content) {
            self.id = id
            self.content = content
        }
    }

    /// Its own expiration ledger and signature are not read.
    package var entry: SorobanAuthorizationEntry
    /// The transaction that it belongs to; without one, any may use it.
    package var envelope: TransactionEnvelope?
    /// The other entries of that transaction.
    package var siblings: [SorobanAuthorizationEntry]
    /// The last ledger in which the signature counts.
    package var expirationLedger: UInt32
    /// The newest ledger, as the request has it.
    package var claimedLedger: UInt32?
    /// When that ledger closed, as the request has it.
    package var claimedCloseTime: Timestamp?
    package var contracts: [Material]
    /// For an account of OpenZeppelin's library: the context rule for each call of the tree, in its order; nil for all
    /// other accounts.
    package var contextRules: [UInt32]?
    /// Which digest that account signs; without context rules it has no meaning.
    package var ruleDigest: AuthPayload.Digest
    /// For the login of a contract account (SEP-45): where its challenge came from, as the request has it.
    package var challenge: ChallengeClaims?

    package init(
        entry: SorobanAuthorizationEntry, envelope: TransactionEnvelope? = nil,
        siblings: [SorobanAuthorizationEntry] = [], expirationLedger: UInt32, claimedLedger: UInt32? = nil,
        claimedCloseTime: Timestamp? = nil, contracts: [Material] = [], contextRules: [UInt32]? = nil,
        ruleDigest: AuthPayload.Digest = .rules, challenge: ChallengeClaims? = nil
    ) {
        self.entry = entry
        self.envelope = envelope
        self.siblings = siblings
        self.expirationLedger = expirationLedger
        self.claimedLedger = claimedLedger
        self.claimedCloseTime = claimedCloseTime
        self.contracts = contracts
        self.contextRules = contextRules
        self.ruleDigest = ruleDigest
        self.challenge = challenge
    }

    /// What is signed; nil for the credentials of a transaction's source.
    package func payload(on network: Network) -> TransactionHash? {
        guard let payload = entry.payload(until: expirationLedger, on: network),
            let account = entry.credentials.address?.address
        else { return nil }
        return contextRules.map { AuthPayload.digest(of: payload, rules: $0, ruleDigest, account: account) } ?? payload
    }

    /// The payload; for a source's entry, which has none, the SHA-256 of the entry.
    package func identity(on network: Network) -> TransactionHash {
        payload(on: network) ?? TransactionHash(Hash(sha256: entry.xdr))
    }

    /// What the entry's transaction calls; nil without a transaction that calls one contract.
    package var call: InvokeHostFunctionOp? {
        guard let operations = envelope?.innermost.operations, operations.count == 1,
            case .invokeHostFunction(let op)? = operations.first?.body
        else { return nil }
        return op
    }
}

extension ContractIDPreimage {
    /// The id of the contract made from this preimage: SHA-256 of its `HashIDPreimage` (CAP-46-02, CAP-46-06).
    package func contract(on network: Network) -> ContractID {
        let preimage = HashIDPreimage.contractId(.init(networkID: network.id, contractIDPreimage: self))
        return ContractID(sha256: preimage.xdr)
    }
}

extension SorobanAuthorizedInvocation {
    /// The contracts that are called, each once, parents first.
    package var contracts: [ContractID] {
        var found: [ContractID] = []
        if case .contractFn(let call) = function, case .contract(let id) = call.contractAddress { found.append(id) }
        for child in subInvocations { for id in child.contracts where !found.contains(id) { found.append(id) } }
        return found
    }
}
