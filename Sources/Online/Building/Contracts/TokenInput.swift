// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Stellar
package import StellarXDR
package import Workspace

/// A call of a token's contract, as a user describes it.
///
/// - Source: SEP-41; CAP-46-06 for Stellar assets.
package struct TokenInput: CallInput {
    package enum Action: Hashable, Sendable {
        case transfer(to: RecipientReference)
        /// - Parameter expires: nil to revoke.
        case approve(spender: RecipientReference, expires: LedgerOffset?)
        case burn
    }

    private let token: TokenReference
    private let amount: String
    private let action: Action

    /// - Parameter amount: a decimal number of the token's units; how many decimals it can have is known once the token
    ///   is.
    package init(token: TokenReference, amount: String, _ action: Action) {
        self.token = token
        self.amount = amount
        self.action = action
    }

    /// The call, on behalf of the builder's source account.
    package func call(in builder: inout TransactionBuilder, _ client: RPCClient) throws(Failure) -> ContractCall {
        // Before any server is asked for the token.
        try ContractCallForm.check(memo: builder.memo, sources: [])
        let token = try Self.token(self.token, in: &builder, client)
        let from = SCVal.address(.account(builder.actor))
        let allowsZero = if case .approve = action { true } else { false }
        let amount = try token.amount(self.amount, .amount, allowingZero: allowsZero)
        let value = SCVal(amount.units)
        switch action {
        case .transfer(let to):
            return call("transfer", [from, .address(try Self.recipient(to, .to, in: &builder)), value], of: token)
        case .burn: return call("burn", [from, value], of: token)
        case .approve(let spender, let expires):
            let spender = try Self.recipient(spender, .spender, in: &builder)
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
    package static func token(
        _ reference: TokenReference, in builder: inout TransactionBuilder, _ client: RPCClient
    ) throws(Failure) -> Token {
        switch reference {
        case .contract(let contract):
            let pin = try builder.wanted.context.contractPins().pin(of: contract, on: builder.network)
            return try Token(contract, pin: pin, from: client)
        case .asset(let asset): return Token(try builder.asset(asset, .token), on: builder.network)
        }
    }

    /// An account or a contract, with or without an id.
    private static func recipient(
        _ reference: RecipientReference, _ field: FieldID, in builder: inout TransactionBuilder
    ) throws(Failure) -> SCAddress {
        let named: AccountReference
        switch reference {
        case .contract(let contract): return .contract(contract)
        case .muxedContract(let contract): return .muxedContract(contract)
        case .account(let account): named = account
        }
        let account = try builder.destination(named, field)
        guard builder.memo == .none else {
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

    private static func ledger(
        _ expires: LedgerOffset?, isRevocation: Bool, _ client: RPCClient
    ) throws(Failure) -> UInt32 {
        let latest: UInt32
        do { latest = try client.latestLedger().sequence } catch { throw Failure(error) }
        guard let expires else {
            guard isRevocation else {
                throw Failure(
                    .usage, "an allowance needs an end",
                    hint: "give \(field: .expires, "LEDGER"), or a duration such as 7d")
            }
            return latest
        }
        let ledger = expires.ledger(after: latest)
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

/// A token as a user names it.
package enum TokenReference: Hashable, Sendable {
    case contract(ContractID)
    case asset(AssetReference)
}

extension TokenReference: TextValue {
    /// - Parameter text: `C…`, `native`, `CODE:ISSUER`, or a code.
    package init(text: String) throws(Failure) {
        if case .contract(let contract)? = try? StrKey(text) {
            self = .contract(contract)
        } else {
            self = .asset(try AssetReference(text: text))
        }
    }
}

/// The other side of a token's transfer or allowance, as a user names it.
package enum RecipientReference: Hashable, Sendable {
    case account(AccountReference)
    case contract(ContractID)
    case muxedContract(MuxedContract)
}

extension RecipientReference: TextValue {
    /// - Parameter text: an account, `C…`, or `W…`.
    package init(text: String) throws(Failure) {
        switch try? StrKey(text) {
        case .contract(let contract): self = .contract(contract)
        case .muxedContract(let contract, let id):
            self = .muxedContract(MuxedContract(id: id, contractId: contract))
        case .publicKey(let key): self = .account(.address(.ed25519(key)))
        case .muxed(let key, let id):
            self = .account(.address(.muxedEd25519(MuxedAccountMed25519(id: id, ed25519: key))))
        default: self = .account(try AccountReference(text: text))
        }
    }
}
