// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A number for every user, which only that user can increase.
enum CounterContract {
    static let spec: [SCSpecEntry] = [
        .function(
            "increment", "Adds the value to the user's count and returns the sum. The user must authorize it.",
            [("user", .address), ("value", .u32)], returns: .u32),
        .function("count", "Returns the user's count.", [("user", .address)], returns: .u32),
        .errors("CounterError", [("Overflow", 1)]),
    ]

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "increment":
            try arguments.expect(2)
            return .u32(try increment(try arguments.address(0), by: try arguments.u32(1), in: &host))
        case "count":
            try arguments.expect(1)
            return .u32(try count(of: try arguments.address(0), in: &host))
        default: throw .noSuchFunction
        }
    }

    private static func increment(
        _ user: SCAddress, by value: UInt32, in host: inout Host
    ) throws(HostError) -> UInt32 {
        try host.requireAuthorization(of: user)
        let (sum, overflow) = try count(of: user, in: &host).addingReportingOverflow(value)
        guard !overflow else { throw HostError(.contract(1), "the count would exceed 32 bits") }
        try host.put(.u32(sum), at: host.persistent(key(user)))
        host.emit([.name("increment"), .address(user)], .u32(sum))
        return sum
    }

    private static func count(of user: SCAddress, in host: inout Host) throws(HostError) -> UInt32 {
        try host.value(host.persistent(key(user)))?.asU32 ?? 0
    }

    private static func key(_ user: SCAddress) -> SCVal { .tagged("Counter", .address(user)) }
}

/// Keeps tokens for its users. A deposit calls the token's contract, which the user must authorize together with the
/// deposit.
enum VaultContract {
    static let spec: [SCSpecEntry] = [
        .function(
            "deposit", "Moves an amount of a token from the user to the vault and returns the user's new balance here.",
            [("user", .address), ("token", .address), ("amount", .i128)], returns: .i128),
        .function(
            "withdraw",
            "Moves an amount of a token from the vault to the user and returns the user's new balance here.",
            [("user", .address), ("token", .address), ("amount", .i128)], returns: .i128),
        .function(
            "balance", "Returns the user's balance of a token.", [("user", .address), ("token", .address)],
            returns: .i128),
        .errors("VaultError", [("NotPositive", 1), ("InsufficientBalance", 2), ("Overflow", 3)]),
    ]

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "deposit", "withdraw":
            try arguments.expect(3)
            return .amount(
                try move(
                    function, of: try arguments.address(0), token: try arguments.contract(1),
                    amount: try arguments.amount(2), in: &host))
        case "balance":
            try arguments.expect(2)
            let key = key(try arguments.address(0), try arguments.contract(1))
            return .amount(try host.value(host.persistent(key))?.asAmount ?? 0)
        default: throw .noSuchFunction
        }
    }

    private static func move(
        _ function: String, of user: SCAddress, token: ContractID, amount: Int128, in host: inout Host
    ) throws(HostError) -> Int128 {
        guard amount > 0 else { throw HostError(.contract(1), "the amount is not positive") }
        try host.requireAuthorization(of: user)
        let vault = SCAddress.contract(host.contract)
        let key = host.persistent(key(user, token))
        let isDeposit = function == "deposit"
        let balance = try host.value(key)?.asAmount ?? 0
        guard isDeposit || balance >= amount else {
            throw HostError(.contract(2), "the user has less than that in the vault")
        }
        let (sum, overflow) = balance.addingReportingOverflow(isDeposit ? amount : -amount)
        guard !overflow else { throw HostError(.contract(3), "the balance would exceed 128 bits") }
        try host.put(.amount(sum), at: key)
        _ = try host.call(
            token, SCSymbol(name: "transfer"),
            [.address(isDeposit ? user : vault), .address(isDeposit ? vault : user), .amount(amount)])
        host.emit([.name(function), .address(user), .address(.contract(token))], .amount(amount))
        return sum
    }

    private static func key(_ user: SCAddress, _ token: ContractID) -> SCVal {
        .tagged("Balance", .record(("token", .address(.contract(token))), ("user", .address(user))))
    }
}

/// Greets, and stores nothing: the contract of everyone's first call.
enum HelloContract {
    static let spec: [SCSpecEntry] = [
        .function("hello", "Returns a greeting in two words.", [("to", .string)], returns: .list(.string))
    ]

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        guard function == "hello" else { throw .noSuchFunction }
        try arguments.expect(1)
        let name = arguments.values[0]
        // The examples of the SDKs greet a string, and older ones a symbol.
        guard name.asText != nil || name.asSymbol != nil else { throw .wrongType(name) }
        return .vec([.text("Hello"), name])
    }
}

/// Exchanges two tokens between two holders, of whom neither has to trust the other: both authorize it, each with what
/// it gives at most and gets at least.
enum SwapContract {
    static let spec: [SCSpecEntry] = [
        .function(
            "swap", "Moves as much of each token as its receiver wants at least, if both holders authorize that.",
            [
                ("a", .address), ("b", .address), ("token_a", .address), ("token_b", .address), ("amount_a", .i128),
                ("min_b_for_a", .i128), ("amount_b", .i128), ("min_a_for_b", .i128),
            ]),
        .errors("SwapError", [("NotEnough", 1), ("NotPositive", 2)]),
    ]

    /// What one holder gives.
    private struct Side {
        let holder: SCAddress
        let token: ContractID
        /// The most that the holder gives.
        let amount: Int128
        /// The least that the other one wants of it.
        let wanted: Int128
    }

    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        guard function == "swap" else { throw .noSuchFunction }
        try arguments.expect(8)
        let first = Side(
            holder: try arguments.address(0), token: try arguments.contract(2), amount: try arguments.amount(4),
            wanted: try arguments.amount(7))
        let second = Side(
            holder: try arguments.address(1), token: try arguments.contract(3), amount: try arguments.amount(6),
            wanted: try arguments.amount(5))
        for side in [first, second] {
            guard side.wanted > 0 else { throw HostError(.contract(2), "an amount is not positive") }
            guard side.amount >= side.wanted else {
                throw HostError(.contract(1), "one gives less than the other wants")
            }
        }
        try authorize(first, for: second, in: &host)
        try authorize(second, for: first, in: &host)
        try move(first, to: second.holder, in: &host)
        try move(second, to: first.holder, in: &host)
        return .void
    }

    private static func authorize(_ side: Side, for other: Side, in host: inout Host) throws(HostError) {
        let terms: [SCVal] = [
            .address(.contract(side.token)), .address(.contract(other.token)), .amount(side.amount),
            .amount(other.wanted),
        ]
        try host.requireAuthorization(of: side.holder, for: terms)
    }

    /// By way of the contract, so that the holder authorizes one transfer, to it.
    private static func move(_ side: Side, to receiver: SCAddress, in host: inout Host) throws(HostError) {
        let own = SCAddress.contract(host.contract)
        try transfer(side.amount, of: side.token, from: side.holder, to: own, in: &host)
        try transfer(side.wanted, of: side.token, from: own, to: receiver, in: &host)
        guard side.amount > side.wanted else { return }
        try transfer(side.amount - side.wanted, of: side.token, from: own, to: side.holder, in: &host)
    }

    private static func transfer(
        _ amount: Int128, of token: ContractID, from: SCAddress, to: SCAddress, in host: inout Host
    ) throws(HostError) {
        _ = try host.call(
            token, SCSymbol(name: "transfer"), [.address(from), .address(to), .amount(amount)])
    }
}

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
