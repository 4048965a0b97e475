// SPDX-License-Identifier: Apache-2.0

import Crypto
import StellarXDR

/// A contract account with one key. Its signature is the 64 bytes of an Ed25519 signature over the payload.
///
/// - Source: the interface of soroban-examples `simple_account`.
enum SimpleAccountContract {
    private static let ownerKey = SCVal.name("Owner")

    static let spec: [SCSpecEntry] =
        [
            .function(
                "init", "Sets the key of the account, once.", [("public_key", .bytes(32))]),
            .errors("SimpleAccountError", [("AlreadyInitialized", 1), ("NotInitialized", 2)]),
        ] + AccountSpec.checkAuth(.bytes(64))

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "init":
            try arguments.expect(1)
            let key = try arguments.bytes(0, count: 32)
            guard try host.stored(ownerKey) == nil else { throw HostError(.contract(1), "the account has its key") }
            try host.store(.raw(key), at: ownerKey)
        case "__check_auth":
            try arguments.expect(3)
            try check(try arguments.bytes(1, count: 64), over: try arguments.bytes(0, count: 32), in: &host)
        default: throw .noSuchFunction
        }
        return .void
    }

    private static func check(
        _ signature: [UInt8], over payload: [UInt8], in host: inout Host
    ) throws(HostError) {
        guard let key = try host.stored(ownerKey)?.asBytes(32) else {
            throw HostError(.contract(2), "the account has no key yet")
        }
        host.instructions += Instructions.signature
        guard Ed25519.verify(signature, message: payload, publicKey: key) else {
            throw HostError(.crypto(.invalidInput), "failed ED25519 verification", .raw(key))
        }
    }
}

/// A contract account with several keys, so many of which must sign. Its signature is a vector of keys with signatures,
/// in the order of the keys, like that of an ordinary account.
///
/// - Source: the signature of soroban-examples `account`.
enum MultisigAccountContract {
    private static let signersKey = SCVal.name("Signers")
    private static let thresholdKey = SCVal.name("Threshold")
    private static let most = 20

    static let spec: [SCSpecEntry] =
        [
            .function(
                "init", "Sets the keys of the account and how many of them must sign, once.",
                [("signers", .list(.bytes(32))), ("threshold", .u32)]),
            .errors(
                "MultisigAccountError",
                [
                    ("AlreadyInitialized", 1), ("NotInitialized", 2), ("BadSigners", 3), ("NotEnoughSigners", 4),
                    ("BadSignatureOrder", 5), ("UnknownSigner", 6),
                ]),
            .structure("AccSignature", [("public_key", .bytes(32)), ("signature", .bytes(64))]),
        ] + AccountSpec.checkAuth(.list(.named("AccSignature")))

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "init":
            try arguments.expect(2)
            try setUp(try arguments.vec(0), threshold: try arguments.u32(1), in: &host)
        case "__check_auth":
            try arguments.expect(3)
            try check(try arguments.vec(1), over: try arguments.bytes(0, count: 32), in: &host)
        default: throw .noSuchFunction
        }
        return .void
    }

    private static func setUp(
        _ signers: SCVec, threshold: UInt32, in host: inout Host
    ) throws(HostError) {
        guard try host.stored(signersKey) == nil else { throw HostError(.contract(1), "the account has its keys") }
        let keys = signers.compactMap { $0.asBytes(32) }
        guard keys.count == signers.count, Set(keys).count == keys.count, keys.count <= most, threshold > 0,
            Int(threshold) <= keys.count
        else { throw HostError(.contract(3), "the keys are not different, or the threshold cannot be reached") }
        try host.store(.vec(signers), at: signersKey)
        try host.store(.u32(threshold), at: thresholdKey)
    }

    private static func check(
        _ signatures: SCVec, over payload: [UInt8], in host: inout Host
    ) throws(HostError) {
        guard let keys = try host.stored(signersKey)?.asVec, let threshold = try host.stored(thresholdKey)?.asU32 else {
            throw HostError(.contract(2), "the account has no keys yet")
        }
        guard signatures.count >= threshold else { throw HostError(.contract(4), "not enough signatures") }
        var previous: [UInt8] = []
        for value in signatures {
            guard let fields = value.fields("public_key", "signature"), let key = fields[0].asBytes(32),
                let signature = fields[1].asBytes(64)
            else { throw .wrongType(value) }
            guard previous.lexicographicallyPrecedes(key) else {
                throw HostError(.contract(5), "the keys do not ascend")
            }
            previous = key
            guard keys.contains(fields[0]) else { throw HostError(.contract(6), "a key is not the account's") }
            host.instructions += Instructions.signature
            guard Ed25519.verify(signature, message: payload, publicKey: key) else {
                throw HostError(.crypto(.invalidInput), "failed ED25519 verification", .raw(key))
            }
        }
    }
}

/// A contract account without keys, for which others sign (CAP-71): each of its delegates has to. Its own signature is
/// empty.
enum DelegatingAccountContract {
    private static let delegatesKey = SCVal.name("Delegates")
    private static let most = 20

    static let spec: [SCSpecEntry] =
        [
            .function(
                "init", "Sets the delegates of the account, who all have to sign, once.",
                [("delegates", .list(.address))]),
            .errors(
                "DelegatingAccountError", [("AlreadyInitialized", 1), ("NotInitialized", 2), ("BadDelegates", 3)]),
        ] + AccountSpec.checkAuth(.void)

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "init":
            try arguments.expect(1)
            try setUp(try arguments.vec(0), in: &host)
        case "__check_auth":
            try arguments.expect(3)
            guard let delegates = try host.stored(delegatesKey)?.asVec else {
                throw HostError(.contract(2), "the account has no delegates yet")
            }
            for case .address(let delegate) in delegates { try host.delegateAuthorization(to: delegate) }
        default: throw .noSuchFunction
        }
        return .void
    }

    private static func setUp(_ delegates: SCVec, in host: inout Host) throws(HostError) {
        guard try host.stored(delegatesKey) == nil else {
            throw HostError(.contract(1), "the account has its delegates")
        }
        let addresses = delegates.compactMap { value -> SCAddress? in
            switch value.asAddress {
            case .account(let account): .account(account)
            case .contract(let contract): .contract(contract)
            default: nil
            }
        }
        guard addresses.count == delegates.count, (1...most).contains(addresses.count),
            Set(addresses).count == addresses.count
        else { throw HostError(.contract(3), "the delegates are not 1 to 20 different accounts or contracts") }
        try host.store(.vec(delegates), at: delegatesKey)
    }
}

/// What the descriptions of contract accounts have in common.
enum AccountSpec {
    static func checkAuth(_ signature: SCSpecTypeDef) -> [SCSpecEntry] {
        [
            .function(
                "__check_auth", "Called by the network to check a signature of this account.",
                [
                    ("signature_payload", .bytes(32)), ("signature", signature),
                    ("auth_contexts", .list(.named("Context"))),
                ]),
            .union("Context", [("Contract", [.named("ContractContext")])]),
            .structure("ContractContext", [("args", .list(.val)), ("contract", .address), ("fn_name", .symbol)]),
        ]
    }
}
