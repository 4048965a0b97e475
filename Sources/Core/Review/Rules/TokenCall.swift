// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// A call of a function of the token interface (SEP-41) or of an asset's built-in contract (CAP-46-06), recognised by
/// the function's name and the types of the arguments alone: any contract may have a function of that name.
struct TokenCall: Hashable {
    enum Action: Hashable {
        case transfer(from: SCAddress, to: SCAddress)
        case transferFrom(spender: SCAddress, from: SCAddress, to: SCAddress)
        /// Replaces what the spender could spend before.
        case approve(from: SCAddress, spender: SCAddress, until: UInt32)
        case burn(from: SCAddress)
        case burnFrom(spender: SCAddress, from: SCAddress)
        case mint(to: SCAddress)
        case clawback(from: SCAddress)
        case setAdmin(SCAddress)
        case setAuthorized(SCAddress, Bool)
        /// Makes a trustline without limit, if there is none (CAP-73); only the contract of an asset has this function.
        case trust(SCAddress)
    }

    let contract: SCAddress
    let action: Action
    /// In the token's smallest unit; zero for an action without an amount.
    let amount: Int128

    /// Nil for any other call.
    init?(_ call: InvokeContractArgs) {
        guard let (action, amount) = Self.read(call) else { return nil }
        contract = call.contractAddress
        self.action = action
        self.amount = amount
    }

    private static func read(_ call: InvokeContractArgs) -> (Action, Int128)? {
        let arguments = call.args
        func address(_ index: Int) -> SCAddress? { arguments[index].address }
        func amount(_ index: Int) -> Int128? { arguments[index].amount }
        switch (String(decoding: call.functionName.bytes, as: UTF8.self), arguments.count) {
        case ("transfer", 3):
            guard let from = address(0), let to = address(1), let amount = amount(2) else { return nil }
            return (.transfer(from: from, to: to), amount)
        case ("transfer_from", 4):
            guard let spender = address(0), let from = address(1), let to = address(2), let amount = amount(3) else {
                return nil
            }
            return (.transferFrom(spender: spender, from: from, to: to), amount)
        case ("approve", 4):
            guard let from = address(0), let spender = address(1), let amount = amount(2),
                case .u32(let until) = arguments[3]
            else { return nil }
            return (.approve(from: from, spender: spender, until: until), amount)
        case ("burn", 2):
            guard let from = address(0), let amount = amount(1) else { return nil }
            return (.burn(from: from), amount)
        case ("burn_from", 3):
            guard let spender = address(0), let from = address(1), let amount = amount(2) else { return nil }
            return (.burnFrom(spender: spender, from: from), amount)
        default: return administration(call)
        }
    }

    private static func administration(_ call: InvokeContractArgs) -> (Action, Int128)? {
        guard let address = call.args.first?.address else { return nil }
        switch (String(decoding: call.functionName.bytes, as: UTF8.self), call.args.count) {
        case ("mint", 2): return call.args[1].amount.map { (.mint(to: address), $0) }
        case ("clawback", 2): return call.args[1].amount.map { (.clawback(from: address), $0) }
        case ("set_admin", 1): return (.setAdmin(address), 0)
        case ("set_authorized", 2):
            guard case .bool(let isAuthorized) = call.args[1] else { return nil }
            return (.setAuthorized(address, isAuthorized), 0)
        case ("trust", 1): return (.trust(address), 0)
        default: return nil
        }
    }

    /// Whether only the token's administrator can make it.
    var isAdministration: Bool {
        switch action {
        case .mint, .clawback, .setAdmin, .setAuthorized: true
        case .transfer, .transferFrom, .approve, .burn, .burnFrom, .trust: false
        }
    }

    /// Whether it moves or destroys units that an account has.
    var isMovement: Bool {
        switch action {
        case .transfer, .transferFrom, .burn, .burnFrom: true
        case .approve, .mint, .clawback, .setAdmin, .setAuthorized, .trust: false
        }
    }

    /// Whose units a movement is about.
    var from: SCAddress? {
        switch action {
        case .transfer(let from, _), .transferFrom(_, let from, _), .burn(let from), .burnFrom(_, let from): from
        case .approve, .mint, .clawback, .setAdmin, .setAuthorized, .trust: nil
        }
    }

    /// Who receives what a transfer moves.
    var recipient: SCAddress? {
        switch action {
        case .transfer(_, let to), .transferFrom(_, _, let to): to
        default: nil
        }
    }

    /// Who can spend after an `approve`.
    var spender: SCAddress? {
        if case .approve(_, let spender, _) = action { spender } else { nil }
    }

    /// Who gets something by the call, units or a right: the recipient, spender, holder or new administrator, or else
    /// the contract. What a hold about a token asks for.
    var heldAddress: SCAddress {
        switch action {
        case .transfer(_, let to), .transferFrom(_, _, let to), .mint(let to): to
        case .approve(_, let spender, _): spender
        case .clawback(let from): from
        case .setAdmin(let address), .setAuthorized(let address, _), .trust(let address): address
        case .burn, .burnFrom: contract
        }
    }

    /// Whether it is an allowance of 2^63 - 1 or more.
    var isUnlimited: Bool { spender != nil && amount >= Int128(Int64.max) }

    /// Whether it revokes an allowance.
    var isRevocation: Bool { spender != nil && amount <= 0 }
}

extension SCVal {
    fileprivate var address: SCAddress? { if case .address(let address) = self { address } else { nil } }
    fileprivate var amount: Int128? { if case .i128(let parts) = self { parts.value } else { nil } }
}

extension SCAddress {
    /// The account that receives what is sent here; nil unless it is an account, with or without an id.
    var recipient: MuxedAccount? {
        switch self {
        case .account(let account): MuxedAccount(account)
        case .muxedAccount(let muxed): .muxedEd25519(MuxedAccountMed25519(id: muxed.id, ed25519: muxed.ed25519))
        case .contract, .claimableBalance, .liquidityPool, .muxedContract: nil
        }
    }

    /// The contract at this address, with or without an id.
    var contract: ContractID? {
        switch self {
        case .contract(let contract): contract
        case .muxedContract(let muxed): muxed.contractId
        case .account, .muxedAccount, .claimableBalance, .liquidityPool: nil
        }
    }

    /// Whose balance grows by what is sent here: the address without an id.
    var holder: SCAddress { recipient.map { .account($0.account) } ?? contract.map { .contract($0) } ?? self }

    var account: AccountID? { if case .account(let account) = self { account } else { nil } }
}

extension InvokeContractArgs {
    func isNamed(_ name: StaticString) -> Bool { functionName.bytes.elementsEqual("\(name)".utf8) }

    /// The recipient of a token's `transfer` or `transfer_from`, whichever contract is called; nil for another call.
    package var recipient: RecipientAddress? {
        let place: Int
        if isNamed("transfer"), args.count == 3 {
            place = 1
        } else if isNamed("transfer_from"), args.count == 4 {
            place = 2
        } else {
            return nil
        }
        return args[place].address?.recipientAddress
    }
}
