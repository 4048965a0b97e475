// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension OperationSummary {
    /// What a call of a known token's contract does, in the token's units; nil for any other call.
    static func tokenCall(_ call: InvokeContractArgs, _ tokens: KnownTokens) -> Phrase? {
        guard let call = TokenCall(call), let token = tokens.token(of: call) else { return nil }
        // The contract of a pinned token is part of its name.
        guard token.asset != nil else { return does(call, token) }
        return "\(does(call, token)), through the asset's contract \(call.contract)"
    }

    /// What an administrator's call does; without a known token, the amount is a plain number.
    static func administration(_ call: TokenCall, _ token: KnownToken?) -> Phrase {
        if let token { return does(call, token) }
        let (token, amount): (Phrase, Phrase) = ("the token of \(call.contract)", "\(call.amount) units")
        return switch call.action {
        case .mint(let to): "Issue \(amount) of \(token) to \(to)"
        case .clawback(let from): "Claw back \(amount) of \(token) from \(from)"
        case .setAdmin(let address): "Make \(address) the administrator of \(token)"
        case .setAuthorized(let address, true): "Authorize \(address) to hold \(token)"
        case .setAuthorized(let address, false): "Forbid \(address) to use \(token)"
        case .transfer, .transferFrom, .approve, .burn, .burnFrom, .trust: preconditionFailure("not an administrator's")
        }
    }

    static func does(_ call: TokenCall, _ token: KnownToken) -> Phrase {
        let amount: Phrase = "\(call.units(of: token)) \(token)"
        return switch call.action {
        case .transfer(let from, let to): "Pay \(amount) from \(from) to \(to)"
        case .transferFrom(let spender, let from, let to):
            "Pay \(amount) from \(from) to \(to), out of the allowance of \(spender)"
        case .approve(let from, let spender, _) where call.isRevocation:
            "Set the allowance of \(spender) from \(from) to 0 \(token): it can no longer spend any"
        case .approve(let from, let spender, let until):
            "Allow \(spender) to spend up to \(amount) from \(from) until ledger \(until)"
        case .burn(let from): "Destroy \(amount) of \(from)"
        case .burnFrom(let spender, let from):
            "Destroy \(amount) of \(from), out of the allowance of \(spender)"
        case .mint(let to): "Issue \(amount) to \(to)"
        case .clawback(let from): "Claw back \(amount) from \(from)"
        case .setAdmin(let address): "Make \(address) the administrator of \(token)"
        case .setAuthorized(let address, true): "Authorize \(address) to hold \(token)"
        case .setAuthorized(let address, false): "Forbid \(address) to use its \(token)"
        case .trust(let address): "Trust \(token) without limit for \(address)"
        }
    }
}

extension TokenCall {
    /// The amount in units of a token. An allowance of 2^63 - 1 or more is `an unlimited amount of`; for a pinned token, which may have
    /// more decimals than an asset, with the amount.
    func units(of token: KnownToken) -> Phrase {
        let shown: Phrase = "\(plain: token.text(of: amount))"
        if isUnlimited { return token.asset == nil ? "an unlimited amount (\(shown)) of" : "an unlimited amount of" }
        return amount < 0 ? "the invalid amount \(amount) of" : shown
    }
}
