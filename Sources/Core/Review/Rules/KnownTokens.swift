// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR
import Synchronization

/// The tokens that are known on a network: of those assets whose contract is known because its id follows from the
/// asset (CAP-46-06), and of contracts that the book pins with their decimals.
package struct KnownTokens: Sendable {
    fileprivate private(set) var tokens: [ContractID: KnownToken] = [:]

    /// No token.
    package init() {}

    /// - Parameters:
    ///   - transaction: without a contract call in it, no id is computed.
    ///   - book: has the assets that are known besides XLM, and the pins.
    ///   - policy: may name more.
    package init(for transaction: Transaction, on network: Network, book: Book, policy: Policy?) {
        let calls = transaction.operations.contains { $0.type == .invokeHostFunction }
        if calls { self.init(on: network, book: book, policy: policy) } else { self.init() }
    }

    init(on network: Network, book: Book, policy: Policy?) {
        tokens = book.tokens(on: network)
        if case .only(let texts) = policy?.assets {
            for text in texts { if let asset = try? Asset(text) { add(asset, on: network) } }
        }
    }

    /// The tokens of a book without memory, which computes a hash for each asset.
    fileprivate init(of book: Book, on network: Network) {
        let pins = book.contracts.filter { $0.network == network }
        for pin in pins { tokens[pin.contract] = pin.units.map { .pinned(pin.contract, $0) } }
        // Last: what follows from the network's rules counts for more than a pin.
        for asset in [.native] + book.assets + pins.compactMap(\.asset) { add(asset, on: network) }
    }

    private mutating func add(_ asset: Asset, on network: Network) {
        tokens[ContractIDPreimage.asset(asset).contract(on: network)] = .asset(asset)
    }

    /// The token whose contract is called.
    func token(of call: TokenCall) -> KnownToken? {
        guard case .contract(let id) = call.contract, let token = tokens[id] else { return nil }
        if case .trust = call.action, token.asset == nil { return nil }
        return token
    }

    /// The asset whose contract this is, if that is known.
    func asset(of contract: ContractID) -> Asset? { tokens[contract]?.asset }

    /// What an operation moves or lets another move of known tokens; nil for `all` where it may move more than these.
    func moves(of op: InvokeHostFunctionOp) -> (known: [TokenMove], isAll: Bool) {
        var known: [TokenMove] = []
        var isAll = if case .invokeContract = op.hostFunction { true } else { false }
        for call in op.callsAsOftenAsMade {
            guard let call = TokenCall(call), let token = token(of: call) else {
                isAll = false
                continue
            }
            if case .trust = call.action { continue }
            if let move = TokenMove(call, of: token) { known.append(move) } else { isAll = false }
        }
        return (known, isAll && op.creations.isEmpty)
    }
}

/// A movement of a known token, or the permission to make one.
struct TokenMove: Hashable {
    let token: KnownToken
    /// Whose balance it reduces: an account's or a contract's.
    let from: SCAddress
    /// Who receives it, or may spend it; nil if it is destroyed.
    let to: SCAddress?
    /// In the token's smallest unit, at least zero.
    let amount: Int128
    /// Whether exactly this amount moves; otherwise as much as a spender likes, up to the amount.
    let isCertain: Bool

    /// Nil for a call that moves nothing, and for one whose accounts cannot be told.
    init?(_ call: TokenCall, of token: KnownToken) {
        switch call.action {
        case .transfer(let source, let destination), .transferFrom(_, let source, let destination):
            (from, to) = (source, destination)
        case .approve(let source, let spender, _): (from, to) = (source, spender)
        case .burn(let source), .burnFrom(_, let source): (from, to) = (source, nil)
        case .mint(let destination):
            guard let issuer = token.asset?.issuer else { return nil }
            (from, to) = (.account(issuer), destination)
        case .clawback, .setAdmin, .setAuthorized, .trust: return nil
        }
        switch from {
        case .account, .contract: break
        case .muxedAccount, .muxedContract, .claimableBalance, .liquidityPool: return nil
        }
        switch to {
        case .claimableBalance, .liquidityPool: return nil
        case .account, .muxedAccount, .contract, .muxedContract, nil: break
        }
        self.token = token
        amount = max(call.amount, 0)
        isCertain = call.spender == nil
    }

    /// Whether it leaves every balance as it was.
    var isToItself: Bool { to?.holder == from }
}

/// The tokens of a book, by network, each computed once: a batch asks for them with every line.
final class TokenMemory: Sendable {
    private let known = Mutex<[Network: [ContractID: KnownToken]]>([:])

    fileprivate func tokens(of book: Book, on network: Network) -> [ContractID: KnownToken] {
        known.withLock { known in
            if let found = known[network] { return found }
            let tokens = KnownTokens(of: book, on: network).tokens
            known[network] = tokens
            return tokens
        }
    }
}

extension Book {
    fileprivate func tokens(on network: Network) -> [ContractID: KnownToken] {
        tokenMemory.tokens(of: self, on: network)
    }
}

/// A token whose units are known: an asset, or a contract that the book pins with its decimals.
package enum KnownToken: Hashable, Sendable {
    case asset(Asset)
    case pinned(ContractID, ContractPin.Units)

    package var asset: Asset? { if case .asset(let asset) = self { asset } else { nil } }

    /// `native`, `CODE:ISSUER`, or the contract's address: symbols are not unique.
    package var text: String {
        switch self {
        case .asset(let asset): asset.text
        case .pinned(let contract, _): StrKey.contract(contract).text
        }
    }

    /// An amount in units, without zeros at its end.
    ///
    /// - Parameter raw: the amount in the smallest unit.
    package func text(of raw: Int128) -> String {
        switch self {
        case .asset: Amount.text(ofSum: raw)
        case .pinned(_, let units): Self.decimal(raw, units.decimals)
        }
    }

    /// An amount in ten-millionths of a unit, as policies have it: rounded up, and the largest number for what is
    /// larger.
    func stroops(of raw: Int128) -> Int64 {
        guard case .pinned(_, let units) = self else { return Int64(clamping: raw) }
        var amount = max(raw, 0)
        for _ in 7..<max(7, units.decimals) {
            if amount == 0 { break }
            amount = (amount - 1) / 10 + 1
        }
        for _ in min(7, units.decimals)..<7 {
            let (product, overflow) = amount.multipliedReportingOverflow(by: 10)
            if overflow { return .max }
            amount = product
        }
        return Int64(clamping: amount)
    }

    private static func decimal(_ raw: Int128, _ decimals: UInt8) -> String {
        let places = Int(decimals)
        var digits = Array(String(raw.magnitude).utf8)
        if digits.count <= places {
            digits = Array(repeating: UInt8(ascii: "0"), count: places + 1 - digits.count) + digits
        }
        var fraction = digits.suffix(places)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        let whole = String(decoding: digits.dropLast(places), as: UTF8.self)
        let sign = raw < 0 ? "-" : ""
        return fraction.isEmpty ? sign + whole : "\(sign)\(whole).\(String(decoding: fraction, as: UTF8.self))"
    }
}

extension Phrase {
    /// `XLM`, code and issuer in full, or a pinned token's symbol and contract in full.
    package init(_ token: KnownToken) {
        switch token {
        case .asset(let asset): self = Phrase(asset)
        case .pinned(let contract, let units):
            self = "\(ForeignName(units.symbol)) (\(StrKey.contract(contract)))"
        }
    }
}

extension Phrase.Interpolation {
    package mutating func appendInterpolation(_ token: KnownToken) { appendInterpolation(Phrase(token)) }
}
