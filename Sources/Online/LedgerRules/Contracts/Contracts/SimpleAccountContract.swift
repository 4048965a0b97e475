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
