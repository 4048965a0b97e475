// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// The Stellar Asset Contract: the built-in contract of every asset, with the functions of SEP-41 and those of its
/// administrator.
///
/// An account's balance is that of its account or trustline, a contract's is an entry of this contract.
///
/// - Source: CAP-46-06, CAP-67, CAP-73; rs-soroban-env stellar_asset_contract.
enum AssetContract {
    static func call(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        guard let count = Self.counts[function] else {
            throw HostError(.wasmVm(.missingValue), "the asset contract has no such function")
        }
        try arguments.expect(count)
        switch function {
        case "allowance", "balance", "authorized", "decimals", "name", "symbol", "admin":
            return try read(function, arguments, in: &host)
        case "approve": try approve(arguments, in: &host)
        case "transfer": try transfer(arguments, in: &host)
        case "transfer_from": try transferFrom(arguments, in: &host)
        case "burn": try burn(arguments, in: &host)
        case "burn_from": try burnFrom(arguments, in: &host)
        case "mint": try mint(arguments, in: &host)
        case "clawback": try clawback(arguments, in: &host)
        case "set_authorized": try setAuthorized(arguments, in: &host)
        case "set_admin": try setAdministrator(arguments, in: &host)
        default: try trust(arguments, in: &host)
        }
        return .void
    }

    /// The functions, with the number of their arguments.
    private static let counts = [
        "allowance": 2, "approve": 4, "balance": 1, "authorized": 1, "transfer": 3, "transfer_from": 4, "burn": 2,
        "burn_from": 3, "decimals": 0, "name": 0, "symbol": 0, "admin": 0, "set_admin": 1, "set_authorized": 2,
        "mint": 2, "clawback": 2, "trust": 1,
    ]

    // MARK: Reading

    private static func read(
        _ function: String, _ arguments: CallArguments, in host: inout Host
    ) throws(HostError) -> SCVal {
        switch function {
        case "decimals": return .u32(AssetInstance.decimals)
        case "name": return .string(try AssetInstance(in: &host).name)
        case "symbol": return .string(try AssetInstance(in: &host).symbol)
        case "admin": return .address(try AssetInstance(in: &host).administrator())
        case "allowance":
            let allowance = Allowance(from: try arguments.address(0), spender: try arguments.address(1))
            try extendInstance(in: &host)
            return .amount(try allowance.amount(in: &host))
        default:
            let balance = AssetBalance(try arguments.address(0), try AssetInstance(in: &host))
            try extendInstance(in: &host)
            return function == "balance"
                ? .amount(try balance.amount(in: &host)) : .bool(try balance.isAuthorized(in: &host))
        }
    }

    // MARK: Holders

    private static func approve(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let allowance = Allowance(from: try arguments.address(0), spender: try arguments.address(1))
        let amount = try amount(arguments, 2)
        let last = try arguments.u32(3)
        try host.requireAuthorization(of: allowance.from)
        try extendInstance(in: &host)
        try allowance.set(amount, until: last, in: &host)
        let instance = try AssetInstance(in: &host)
        host.emit(
            [.name("approve"), .address(allowance.from), .address(allowance.spender), .string(instance.name)],
            .vec([.amount(amount), .u32(last)]))
    }

    private static func transfer(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let from = try arguments.address(0)
        let (to, id) = try arguments.muxedAddress(1)
        let amount = try amount(arguments, 2)
        try host.requireAuthorization(of: from)
        try extendInstance(in: &host)
        try move(amount, from: from, to: to, muxedID: id, in: &host)
    }

    private static func transferFrom(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let spender = try arguments.address(0)
        let from = try arguments.address(1)
        let to = try arguments.address(2)
        let amount = try amount(arguments, 3)
        try host.requireAuthorization(of: spender)
        try extendInstance(in: &host)
        try Allowance(from: from, spender: spender).spend(amount, in: &host)
        try move(amount, from: from, to: to, muxedID: nil, in: &host)
    }

    private static func burn(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let from = try arguments.address(0)
        let amount = try amount(arguments, 1)
        let instance = try burnable(from, in: &host)
        try host.requireAuthorization(of: from)
        try extendInstance(in: &host)
        try AssetBalance(from, instance).spend(amount, in: &host)
        host.emit([.name("burn"), .address(from), .string(instance.name)], .amount(amount))
    }

    private static func burnFrom(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let spender = try arguments.address(0)
        let from = try arguments.address(1)
        let amount = try amount(arguments, 2)
        let instance = try burnable(from, in: &host)
        try host.requireAuthorization(of: spender)
        try extendInstance(in: &host)
        try Allowance(from: from, spender: spender).spend(amount, in: &host)
        try AssetBalance(from, instance).spend(amount, in: &host)
        host.emit([.name("burn"), .address(from), .string(instance.name)], .amount(amount))
    }

    private static func trust(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let holder = try arguments.address(0)
        try extendInstance(in: &host)
        try AssetBalance(holder, try AssetInstance(in: &host)).trust(in: &host)
    }

    // MARK: The administrator

    private static func mint(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let to = try arguments.address(0)
        let amount = try amount(arguments, 1)
        let instance = try AssetInstance(in: &host)
        try instance.refuseIssuer(to)
        try administer(instance, in: &host)
        try AssetBalance(to, instance).receive(amount, in: &host)
        host.emit([.name("mint"), .address(to), .string(instance.name)], .amount(amount))
    }

    private static func clawback(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let from = try arguments.address(0)
        let amount = try amount(arguments, 1)
        let instance = try AssetInstance(in: &host)
        let balance = AssetBalance(from, instance)
        try balance.checkClawback(in: &host)
        try instance.refuseIssuer(from)
        try administer(instance, in: &host)
        try balance.spendUnchecked(amount, in: &host)
        host.emit([.name("clawback"), .address(from), .string(instance.name)], .amount(amount))
    }

    private static func setAuthorized(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let holder = try arguments.address(0)
        let authorizes = try arguments.bool(1)
        let instance = try AssetInstance(in: &host)
        try administer(instance, in: &host)
        try AssetBalance(holder, instance).setAuthorized(authorizes, in: &host)
        host.emit([.name("set_authorized"), .address(holder), .string(instance.name)], .bool(authorizes))
    }

    private static func setAdministrator(_ arguments: CallArguments, in host: inout Host) throws(HostError) {
        let next = try arguments.address(0)
        let instance = try AssetInstance(in: &host)
        let administrator = try administer(instance, in: &host)
        try host.store(.address(next), at: AssetInstance.administratorKey)
        host.emit([.name("set_admin"), .address(administrator), .string(instance.name)], .address(next))
    }

    /// Demands the administrator's authorization.
    @discardableResult
    private static func administer(
        _ instance: AssetInstance, in host: inout Host
    ) throws(HostError) -> SCAddress {
        let administrator = try instance.administrator()
        try host.requireAuthorization(of: administrator)
        try extendInstance(in: &host)
        return administrator
    }

    // MARK: Parts

    private static func amount(_ arguments: CallArguments, _ index: Int) throws(HostError) -> Int128 {
        let amount = try arguments.amount(index)
        guard amount >= 0 else {
            throw HostError(.negativeAmount, "negative amount is not allowed", [.amount(amount)])
        }
        return amount
    }

    /// The instance of an asset that this address can burn.
    private static func burnable(_ from: SCAddress, in host: inout Host) throws(HostError) -> AssetInstance {
        let instance = try AssetInstance(in: &host)
        guard instance.asset != .native else {
            throw HostError(.operationNotSupported, "operation invalid on native asset")
        }
        try instance.refuseIssuer(from)
        return instance
    }

    /// Moves an amount. What the issuer sends is minted, what it receives is burned.
    private static func move(
        _ amount: Int128, from: SCAddress, to: SCAddress, muxedID: UInt64?, in host: inout Host
    ) throws(HostError) {
        let instance = try AssetInstance(in: &host)
        try AssetBalance(from, instance).spend(amount, in: &host)
        try AssetBalance(to, instance).receive(amount, in: &host)
        let name = SCVal.string(instance.name)
        let data =
            muxedID.map { .record(("amount", .amount(amount)), ("to_muxed_id", .u64($0))) } ?? SCVal.amount(amount)
        if from != to, instance.isIssuer(from) {
            host.emit([.name("mint"), .address(to), name], data)
        } else if from != to, instance.isIssuer(to) {
            host.emit([.name("burn"), .address(from), name], .amount(amount))
        } else {
            host.emit([.name("transfer"), .address(from), .address(to), name], data)
        }
    }

    /// Every use extends the life of the contract's instance to a week, once a day of it has passed.
    private static func extendInstance(in host: inout Host) throws(HostError) {
        try host.storage.extend(
            .instance(host.contract), ifWithin: AssetLifetime.instance - AssetLifetime.day, to: AssetLifetime.instance)
    }
}

/// The errors of the built-in contracts, by their numbers in `Error(Contract, #10)`.
///
/// - Source: CAP-46-06 §Errors, CAP-73; rs-soroban-env contract_error.rs.
package enum AssetContractError: UInt32, Hashable, Sendable, CaseIterable {
    case `internal` = 1
    case operationNotSupported = 2
    case alreadyInitialized = 3
    case unauthorized = 4
    case authentication = 5
    case accountMissing = 6
    case accountIsNotClassic = 7
    case negativeAmount = 8
    case allowance = 9
    case balance = 10
    case balanceDeauthorized = 11
    case overflow = 12
    case trustlineMissing = 13
    case insufficientAccountReserve = 14
    case tooManyAccountSubentries = 15
}

extension HostError {
    init(_ error: AssetContractError, _ message: String, _ values: [SCVal] = []) {
        self.init(.contract(error.rawValue), message, values)
    }

    init(_ error: SCError, _ message: String, _ values: [SCVal]) {
        self.error = error
        self.message = message
        self.values = values
    }
}
