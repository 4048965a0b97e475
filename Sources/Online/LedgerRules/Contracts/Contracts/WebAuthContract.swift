// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The contract of SEP-45, whose only use is that its function demands the authorization of those who log in.
enum WebAuthContract {
    static let spec: [SCSpecEntry] = [
        .function(
            "web_auth_verify", "Succeeds if the accounts that the arguments name authorize the call.",
            [("args", .dictionary(.symbol, .string))]),
        .errors("WebAuthError", [("MissingArgument", 1)]),
    ]

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        guard function == "web_auth_verify" else { throw .noSuchFunction }
        try arguments.expect(1)
        let fields = try arguments.map(0)
        guard let account = try address("account", fields), let server = try address("web_auth_domain_account", fields)
        else { throw HostError(.contract(1), "an argument is missing") }
        try host.requireAuthorization(of: account)
        try host.requireAuthorization(of: server)
        if let client = try address("client_domain_account", fields) { try host.requireAuthorization(of: client) }
        return .void
    }

    private static func address(_ name: String, _ fields: SCMap) throws(HostError) -> SCAddress? {
        guard let value = fields.first(where: { $0.key == .name(name) })?.val else { return nil }
        guard let text = value.asText.map({ String(decoding: $0.bytes, as: UTF8.self) }),
            let key = try? StrKey(text)
        else { throw .wrongType(value) }
        switch key {
        case .publicKey(let key): return .account(.ed25519(key))
        case .contract(let id): return .contract(id)
        default: throw .wrongType(value)
        }
    }
}
