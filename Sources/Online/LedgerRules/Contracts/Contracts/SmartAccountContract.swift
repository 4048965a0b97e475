// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR

/// A contract account as those of OpenZeppelin's library, with one context rule, 0, all of whose signers must sign. It
/// checks Ed25519 signatures itself, where the library calls the verifier that a signer names.
///
/// - Source: OpenZeppelin stellar-contracts, packages/accounts: `do_check_auth`, `ContextRule`, `AuthDigestPreimage`.
struct SmartAccountContract {
    /// What its keys sign. That which names the account came with a release whose interface names types by their paths.
    let digest: AuthPayload.Digest

    private static let signersKey = SCVal.name("Signers")
    private static let rule: UInt32 = 0
    private static let most = 15

    private func typeName(_ name: String) -> String {
        digest == .account ? "::stellar_accounts::smart_account::storage::\(name)" : name
    }

    var spec: [SCSpecEntry] {
        let (signer, payload, rule) = (typeName("Signer"), typeName("AuthPayload"), typeName("ContextRule"))
        let older: [(String, UInt32)] = [
            ("AlreadyInitialized", 1), ("BadSigners", 2), ("ContextRuleNotFound", 3000), ("UnvalidatedContext", 3002),
            ("ExternalVerificationFailed", 3003), ("SignerNotFound", 3006), ("ContextRuleIdsLengthMismatch", 3014),
        ]
        let newer: [(String, UInt32)] = [("DelegatedSignerIsContextContract", 3017), ("SelfDelegatedSigner", 3018)]
        let preimage = SCSpecEntry.structure(
            typeName("AuthDigestPreimage"),
            [("account", .address), ("context_rule_ids", .list(.u32)), ("signature_payload", .bytes(32))])
        return [
            .function(
                "init", "Sets the signers of rule 0, all of which must sign, once.",
                [("signers", .list(.named(signer)))]),
            .function(
                "get_context_rule", "A rule of the account.", [("context_rule_id", .u32)], returns: .named(rule)),
            .errors("SmartAccountError", older + (digest == .account ? newer : [])),
            .union(signer, [("Delegated", [.address]), ("External", [.address, .bytes])]),
            .structure(
                payload, [("context_rule_ids", .list(.u32)), ("signers", .dictionary(.named(signer), .bytes))]),
            .structure(rule, [("id", .u32), ("name", .string), ("signers", .list(.named(signer)))]),
        ] + (digest == .account ? [preimage] : []) + AccountSpec.checkAuth(.named(payload))
    }

    func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "init":
            try arguments.expect(1)
            try Self.setUp(try arguments.vec(0), in: &host)
        case "get_context_rule":
            try arguments.expect(1)
            return .record(
                ("id", .u32(Self.rule)), ("name", .text("default")),
                ("signers", .vec(try Self.signers(of: try arguments.u32(0), in: &host))))
        case "__check_auth":
            try arguments.expect(3)
            try check(
                arguments.values[1], over: try arguments.bytes(0, count: 32), contexts: try arguments.vec(2).count,
                in: &host)
        default: throw .noSuchFunction
        }
        return .void
    }

    private static func setUp(_ signers: SCVec, in host: inout Host) throws(HostError) {
        guard try host.stored(signersKey) == nil else { throw HostError(.contract(1), "the account has its signers") }
        guard !signers.isEmpty, signers.count <= most, Set(signers).count == signers.count,
            signers.allSatisfy({ key(of: $0) != nil })
        else { throw HostError(.contract(2), "the signers are not different external keys of 32 bytes") }
        try host.store(.vec(signers), at: signersKey)
    }

    private static func signers(of rule: UInt32, in host: inout Host) throws(HostError) -> SCVec {
        guard rule == self.rule, let signers = try host.stored(signersKey)?.asVec else {
            throw HostError(.contract(3000), "there is no such rule")
        }
        return signers
    }

    /// The key of an external signer.
    private static func key(of signer: SCVal) -> [UInt8]? {
        guard let parts = signer.asVec, parts.count == 3, parts.first == .name("External"),
            case .contract? = parts.dropFirst().first?.asAddress
        else { return nil }
        return parts.last?.asBytes(32)
    }

    private func check(
        _ signature: SCVal, over payload: [UInt8], contexts: Int, in host: inout Host
    ) throws(HostError) {
        guard let fields = signature.fields("context_rule_ids", "signers"), let rules = fields[0].asVec,
            let given = fields[1].asMap
        else { throw .wrongType(signature) }
        guard rules.count == contexts else { throw HostError(.contract(3014), "not one rule for each context") }
        for number in rules {
            guard number.asU32 == Self.rule else { throw HostError(.contract(3000), "there is no such rule") }
        }
        let expected = try Self.signers(of: Self.rule, in: &host)
        let digest = Hash(sha256: preimage(of: payload, rules: fields[0], in: host)).bytes
        for entry in given {
            guard expected.contains(entry.key), let key = Self.key(of: entry.key) else {
                throw HostError(.contract(3006), "a signer is not the rule's")
            }
            guard let signature = entry.val.asBytes(64) else { throw .wrongType(entry.val) }
            host.instructions += Instructions.signature
            guard Ed25519.verify(signature, message: digest, publicKey: key) else {
                throw HostError(.contract(3003), "a signature does not verify", .raw(key))
            }
        }
        guard given.count == expected.count else { throw HostError(.contract(3002), "a signer is missing") }
    }

    private func preimage(of payload: [UInt8], rules: SCVal, in host: borrowing Host) -> [UInt8] {
        switch digest {
        case .rules: payload + rules.xdr
        case .account:
            SCVal.record(
                ("account", .address(.contract(host.contract))), ("context_rule_ids", rules),
                ("signature_payload", .raw(payload))
            ).xdr
        }
    }
}
