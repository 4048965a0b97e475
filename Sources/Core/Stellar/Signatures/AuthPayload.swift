// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// The signature of a contract account of OpenZeppelin's library: keys with their signatures, and the context rule that
/// each call of the entry is checked against.
///
/// - Source: OpenZeppelin stellar-contracts, packages/accounts: `AuthPayload`, `Signer::External`.
package struct AuthPayload: Hashable, Sendable {
    /// The digests of the library's releases.
    package enum Digest: String, Hashable, Sendable {
        /// Of payload and rules. It does not name the account.
        case rules
        /// Of account, rules and payload (`AuthDigestPreimage`).
        case account
    }

    /// One for each call of the tree, in its order.
    package let rules: [UInt32]
    private var signatures: [Signer: Signature] = [:]

    private struct Signer: Hashable {
        let verifier: ContractID
        let key: Uint256

        var bytes: [UInt8] { verifier.bytes + key.bytes }
    }

    package init(rules: [UInt32]) { self.rules = rules }

    package var isEmpty: Bool { signatures.isEmpty }

    /// Adds a signature, or replaces that of the same key.
    ///
    /// - Parameter verifier: the contract that checks signatures for the account.
    package mutating func add(_ signature: Signature, by key: PublicKey, verifier: ContractID) {
        signatures[Signer(verifier: verifier, key: key.key)] = signature
    }

    /// The value in the entry's credentials: maps ascend by their keys.
    package var value: SCVal {
        let sorted = signatures.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        let signers = sorted.map { signer, signature in
            SCMapEntry(
                key: .vec([
                    .symbol("External"), .address(.contract(signer.verifier)),
                    .bytes(SCBytes(signer.key.bytes) ?? SCBytes()),
                ]), val: .bytes(SCBytes(signature.bytes) ?? SCBytes()))
        }
        return .map([
            SCMapEntry(key: .symbol("context_rule_ids"), val: Self.value(of: rules)),
            SCMapEntry(key: .symbol("signers"), val: .map(signers)),
        ])
    }

    /// What a key of such an account signs in place of an entry's payload, of the kind that the account's interface
    /// asks for.
    ///
    /// - Parameter account: the account's address.
    package static func digest(
        of payload: TransactionHash, rules: [UInt32], _ kind: Digest, account: SCAddress
    ) -> TransactionHash {
        switch kind {
        case .rules: return TransactionHash(Hash(sha256: payload.bytes + value(of: rules).xdr))
        case .account:
            let value = SCVal.map([
                SCMapEntry(key: .symbol("account"), val: .address(account)),
                SCMapEntry(key: .symbol("context_rule_ids"), val: value(of: rules)),
                SCMapEntry(key: .symbol("signature_payload"), val: .bytes(SCBytes(payload.bytes) ?? SCBytes())),
            ])
            return TransactionHash(Hash(sha256: value.xdr))
        }
    }

    private static func value(of rules: [UInt32]) -> SCVal { .vec(rules.map { .u32($0) }) }
}

extension SorobanAuthorizationEntry {
    /// The hash that the entry's address signs: SHA-256 of its `HashIDPreimage`, which for the older credentials does
    /// not name the address.
    ///
    /// - Parameter ledger: the last ledger in which the signature counts; the entry's own is not read.
    /// - Returns: nil for the credentials of a transaction's source, which the envelope's signature covers.
    /// - Source: CAP-46-11, CAP-71-01.
    package func payload(until ledger: UInt32, on network: Network) -> TransactionHash? {
        let preimage: HashIDPreimage
        switch credentials {
        case .sourceAccount: return nil
        case .address(let body):
            preimage = .sorobanAuthorization(
                .init(
                    networkID: network.id, nonce: body.nonce, signatureExpirationLedger: ledger,
                    invocation: rootInvocation))
        case .addressV2(let body): preimage = bound(to: body, until: ledger, on: network)
        case .addressWithDelegates(let delegated):
            preimage = bound(to: delegated.addressCredentials, until: ledger, on: network)
        }
        return TransactionHash(Hash(sha256: preimage.xdr))
    }

    private func bound(
        to body: SorobanAddressCredentials, until ledger: UInt32, on network: Network
    ) -> HashIDPreimage {
        .sorobanAuthorizationWithAddress(
            .init(
                networkID: network.id, nonce: body.nonce, signatureExpirationLedger: ledger, address: body.address,
                invocation: rootInvocation))
    }
}

extension SorobanAuthorizationEntry {
    /// The account that has yet to sign it; nil for a contract's, whose code may want no signature, and for that of the
    /// source account.
    package var unsignedAccount: AccountID? {
        guard let body = credentials.address, body.signature == .void, case .account(let id) = body.address else {
            return nil
        }
        return id
    }

    /// The credentials of a signed entry that counts no longer; nil for any other.
    ///
    /// - Parameter latest: the newest ledger: a transaction that is sent now comes after it.
    package func credentialsOver(after latest: UInt32) -> SorobanAddressCredentials? {
        guard let body = credentials.address, body.signatureExpirationLedger <= latest,
            body.signature != .void || credentials.delegates.contains(where: { $0.signature != .void })
        else { return nil }
        return body
    }
}

extension SorobanCredentials {
    /// The credentials of an address; nil when the source account's signature is the authorization.
    package var address: SorobanAddressCredentials? {
        switch self {
        case .sourceAccount: nil
        case .address(let credentials), .addressV2(let credentials): credentials
        case .addressWithDelegates(let delegated): delegated.addressCredentials
        }
    }

    /// `source_account`, `address`, `address_v2` or `address_with_delegates`.
    package var name: String {
        switch self {
        case .sourceAccount: "source_account"
        case .address: "address"
        case .addressV2: "address_v2"
        case .addressWithDelegates: "address_with_delegates"
        }
    }
}
