// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Handoff
package import RPC
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A call of a token's contract, as a user describes it.
///
/// - Source: SEP-41; CAP-46-06 for Stellar assets.
package struct TokenInput: Sendable {
    package enum Action: Hashable, Sendable {
        case transfer(to: String)
        /// - Parameter expires: a ledger, or a duration from now; nil to revoke.
        case approve(spender: String, expires: String?)
        case burn
    }

    private let token: String
    private let amount: String
    private let action: Action

    /// - Parameters:
    ///   - token: `C…`, `native`, `CODE:ISSUER`, or a code.
    ///   - amount: in the token's units.
    package init(token: String, amount: String, _ action: Action) {
        self.token = token
        self.amount = amount
        self.action = action
    }

    /// The call, on behalf of the draft's account.
    package func call(in draft: inout Draft, _ client: RPCClient) throws(Failure) -> ContractCall {
        // Before any server is asked for the token.
        try ContractCallForm.check(memo: draft.memo, sources: [])
        let token = try Self.token(self.token, in: &draft, client)
        let from = SCVal.address(.account(draft.actor))
        let allowsZero = if case .approve = action { true } else { false }
        let amount = try token.amount(self.amount, .amount, allowingZero: allowsZero)
        let value = SCVal(amount.units)
        switch action {
        case .transfer(let to):
            return call("transfer", [from, .address(try Self.recipient(to, .to, in: &draft)), value], of: token)
        case .burn: return call("burn", [from, value], of: token)
        case .approve(let spender, let expires):
            let spender = try Self.recipient(spender, .spender, in: &draft)
            switch spender {
            case .muxedAccount:
                throw Failure(.badInput, .spender, "an M... address cannot spend; give its G... address")
            case .muxedContract(let muxed):
                throw Failure(
                    .badInput, .spender, "a W... address cannot spend",
                    hint: "the contract without the id is \(StrKey.contract(muxed.contractId).text)")
            case .account, .contract, .claimableBalance, .liquidityPool: break
            }
            let until = try Self.ledger(expires, isRevocation: amount.units == 0, client)
            return call("approve", [from, .address(spender), value, .u32(until)], of: token)
        }
    }

    private func call(_ function: String, _ arguments: [SCVal], of token: Token) -> ContractCall {
        ContractCall(
            InvokeContractArgs(
                contractAddress: .contract(token.contract), functionName: SCSymbol(Array(function.utf8)) ?? SCSymbol(),
                args: arguments), of: token.interface, asset: token.asset)
    }

    /// A token by its contract or its asset.
    package static func token(_ text: String, in draft: inout Draft, _ client: RPCClient) throws(Failure) -> Token {
        if case .contract(let contract)? = try? StrKey(text) {
            let pin = try draft.wanted.context.contractPins().pin(of: contract, on: draft.network)
            return try Token(contract, pin: pin, from: client)
        }
        return Token(try draft.asset(text, .token), on: draft.network)
    }

    /// An account or a contract, with or without an id.
    private static func recipient(_ text: String, _ field: FieldID, in draft: inout Draft) throws(Failure) -> SCAddress
    {
        switch try? StrKey(text) {
        case .contract(let contract): return .contract(contract)
        case .muxedContract(let contract, let id):
            return .muxedContract(MuxedContract(id: id, contractId: contract))
        default: break
        }
        let account = try draft.destination(text, field)
        guard draft.memo == .none else {
            throw Failure(
                .badInput, field, "this destination requires a memo, and a contract call cannot have one",
                hint: "ask the recipient for an M... address, or pay it: \(step: .build(.payment))")
        }
        return switch account {
        case .ed25519: .account(account.account)
        case .muxedEd25519(let muxed): .muxedAccount(MuxedEd25519Account(id: muxed.id, ed25519: muxed.ed25519))
        }
    }

    /// The longest that an allowance can last: 180 days of ledgers.
    private static let longestAllowance: UInt32 = 3_110_399

    private static func ledger(_ text: String?, isRevocation: Bool, _ client: RPCClient) throws(Failure) -> UInt32 {
        let latest: UInt32
        do { latest = try client.latestLedger().sequence } catch { throw Failure(error) }
        guard let text else {
            guard isRevocation else {
                throw Failure(
                    .usage, "an allowance needs an end",
                    hint: "give \(field: .expires, "LEDGER"), or a duration such as 7d")
            }
            return latest
        }
        let ledger = try LedgerOffset(text, .expires).ledger(after: latest)
        guard isRevocation || ledger > latest, ledger <= latest.addingClamped(longestAllowance) else {
            throw Failure(
                .badInput,
                .expires,
                "ledger \(ledger) is not after the newest, \(latest), and at most \(longestAllowance) ledgers ahead"
            )
        }
        return ledger
    }
}
