// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Keeps tokens for its users. A deposit calls the token's contract, which the user must authorize together with the deposit.
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
        guard isDeposit || balance >= amount else { throw HostError(.contract(2), "the vault has less of the user") }
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
