// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR
package import Workspace

/// A token that a user names: by its contract, or by the Stellar asset whose contract it is.
package struct Token: Sendable {
    package let contract: ContractID
    /// The asset, if the contract is the one that the network provides for it.
    package let asset: Asset?
    /// The contract's interface; nil for a token that was named by its asset.
    package let interface: ContractInterface?
    /// As the token declares them now.
    package let decimals: Int
    /// As the token declares it now, as a `ForeignName`.
    package let symbol: String?

    /// The token of an asset. The contract's id follows from it: nothing is asked.
    package init(_ asset: Asset, on network: Network) {
        self.init(
            ContractIDPreimage.asset(asset).contract(on: network), asset: asset, nil, decimals: Amount.decimals,
            symbol: asset == .native ? "XLM" : asset.code)
    }

    /// The token of a contract.
    ///
    /// - Throws: `.badInput` if the contract does not say how many decimals it has.
    ///   `.refused` if it says something else than the pin.
    package init(_ contract: ContractID, pin: ContractPin? = nil, from client: RPCClient) throws(Failure) {
        let interface = try ContractInterface(contract, from: client)
        try interface.check(pin)
        if interface.isStellarAsset, let asset = interface.asset(on: client.network) {
            self.init(asset, on: client.network)
            return
        }
        let shown = StrKey.contract(contract).text
        guard case .u32(let declared)? = try interface.read("decimals", from: client),
            declared <= TokenAmount.mostDecimals
        else {
            throw Failure(
                .badInput, "\(shown) does not say how many decimals it has: it is not a token (SEP-41)",
                hint: "to call its functions with plain numbers: \(step: .build(.invoke))")
        }
        if let pinned = pin?.units?.decimals, UInt32(pinned) != declared {
            throw Failure(.refused, "\(shown) says that it has \(declared) decimals, but \(pinned) are pinned")
        }
        var symbol: String?
        if case .string(let name)? = try interface.read("symbol", from: client) {
            symbol = ForeignName(name.bytes).text
        }
        self.init(contract, asset: nil, interface, decimals: Int(declared), symbol: symbol)
    }

    private init(
        _ contract: ContractID, asset: Asset?, _ interface: ContractInterface?, decimals: Int, symbol: String?
    ) {
        self.contract = contract
        self.asset = asset
        self.interface = interface
        self.decimals = decimals
        self.symbol = symbol
    }

    /// What a user writes for an amount, in the token's units.
    package func amount(_ text: String, _ field: FieldID, allowingZero: Bool = false) throws(Failure) -> TokenAmount {
        let amount: TokenAmount
        do { amount = try TokenAmount(text, decimals: decimals) } catch {
            throw Failure(.badInput, field, "\(error.message)")
        }
        guard allowingZero || amount.units > 0 else {
            throw Failure(.badInput, field, "the amount must be above zero")
        }
        guard asset == nil || amount.units <= Int128(Int64.max) else {
            throw Failure(.badInput, field, "an asset's amount is at most \(Amount.max.text)")
        }
        return amount
    }
}

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
            let recipient = try Self.recipient(to, .to, in: &builder, client)
            if recipient.holder == .contract(token.contract) {
                builder.notices.append(
                    .warning(
                        .deadEnd,
                        "\(recipient.holder.strKey.text) is the token's own contract: nothing can send on what it holds"
                    ))
            }
            return call("transfer", [from, .address(SCAddress(recipient)), value], of: token)
        case .burn: return call("burn", [from, value], of: token)
        case .approve(let spender, let expires):
            let spender = try Self.recipient(spender, .spender, in: &builder, client)
            switch (spender.holder, spender.id) {
            case (_, nil): break
            case (.account, _?):
                throw Failure(.badInput, .spender, "an M... address cannot spend; give its G... address")
            case (.contract, _?):
                throw Failure(
                    .badInput, .spender, "a W... address cannot spend",
                    hint: "the contract without the id is \(spender.holder.strKey.text)")
            }
            if [.contract(token.contract), .account(builder.actor)].contains(spender.holder), amount.units > 0 {
                let who: Wording =
                    spender.holder == .account(builder.actor) ? "the holder itself" : "the token's own contract"
                builder.notices.append(
                    .warning(.deadEnd, "\(spender.holder.strKey.text) is \(who): it has no use for an allowance"))
            }
            let until = try Self.ledger(expires, isRevocation: amount.units == 0, client)
            return call("approve", [from, .address(SCAddress(spender)), value, .u32(until)], of: token)
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

    private static func recipient(
        _ reference: RecipientReference, _ field: FieldID, in builder: inout TransactionBuilder, _ client: RPCClient
    ) throws(Failure) -> RecipientAddress {
        let address = try builder.recipient(reference, field)
        guard builder.memo == .none else {
            throw Failure(
                .badInput, field, "this destination requires a memo, and a contract call cannot have one",
                hint: "ask the recipient for an M... address, or pay it: \(step: .build(.payment))")
        }
        guard case .contract(let contract) = address.holder else { return address }
        let found: ContractInstance?
        do { found = try client.contractInstance(contract) } catch { throw Failure(error) }
        guard found != nil else {
            throw Failure(
                .badInput, field,
                "the contract \(address.holder.strKey.text) does not exist on \(client.network.label): what it gets may be lost",
                hint: "where it is still to be created, call the token's function: \(step: .build(.invoke))")
        }
        return address
    }

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
        return try expires.ledger(after: latest, orAt: isRevocation)
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

/// A future ledger as a user names it: by its number, or by a duration from now.
package enum LedgerOffset: Hashable, Sendable {
    case ledger(UInt32)
    case span(TimeSpan)

    /// 180 days of ledgers: no signature counts longer, and no allowance lasts longer.
    ///
    /// - Source: stellar-core `StateArchivalSettings.maxEntryTTL`.
    private static let farthest: UInt32 = 3_110_399

    /// The ledger, if one closes every five seconds.
    ///
    /// - Parameter isPresentAllowed: whether it may also be the newest ledger, or an earlier one.
    /// - Throws: `.badInput` for a ledger that is over, or too far ahead.
    func ledger(after latest: UInt32, orAt isPresentAllowed: Bool = false) throws(Failure) -> UInt32 {
        let ledger =
            switch self {
            case .ledger(let ledger): ledger
            case .span(let span): latest.addingClamped(UInt32(clamping: span.seconds / LedgerSpan.secondsPerLedger))
            }
        guard isPresentAllowed || ledger > latest else {
            throw Failure(.badInput, .expires, "ledger \(ledger) is over: the newest is \(latest)")
        }
        let last = latest.addingClamped(Self.farthest)
        guard ledger <= last else {
            throw Failure(
                .badInput, .expires,
                "ledger \(ledger) is too far ahead: the network allows 180 days, now up to ledger \(last)")
        }
        return ledger
    }
}

extension LedgerOffset: TextValue {
    /// - Parameter text: the ledger's number, or `90s`, `30m`, `24h` or `7d`.
    package init(text: String) throws(Failure) {
        let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isNumber ? .ledger(try UInt32.read(text)) : .span(try TimeSpan.read(text))
    }
}

extension UInt32 {
    fileprivate func addingClamped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
