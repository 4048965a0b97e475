// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// Explanations of the errors that end a contract call, with advice.
package enum HostErrorText {
    /// An error of the contract that the network itself provides for a Stellar asset, by its number; nil for a number
    /// that it does not have, or that says nothing to a user.
    ///
    /// - Source: CAP-46-06 §Errors, CAP-73; rs-soroban-env contract_error.rs.
    package static func assetContract(_ number: UInt32) -> ResultExplanation? { assetErrors[number] }

    /// An error of the host; nil for an error of a contract, and for one that says nothing to a user.
    package static func host(_ error: SCError) -> ResultExplanation? {
        switch error {
        case .auth(.existingValue):
            .init(
                "an authorization entry was used already, by an earlier transaction",
                "build the call again, and have its entries signed again")
        case .auth(.invalidInput):
            .init(
                "an authorization entry does not count: its last ledger is over or too far ahead, or its delegates are out of order",
                "build the call again, and have its entries signed again")
        case .auth:
            .init(
                "an authorization that the call asks for is missing, or the account's code rejects its signatures",
                "see who has to authorize what: \(step: .build(.requestEntries(signer: nil)))")
        case .crypto(.invalidInput):
            .init("a signature or a key is not valid", "have the entries signed again")
        case .storage(.missingValue):
            .init(
                "it needs a ledger entry that does not exist: a contract, an account, or what a contract has stored",
                "check the addresses, and whether the contract has been set up")
        case .storage(.exceededLimit):
            .init("it touches a ledger entry that the transaction does not declare", "simulate it again")
        case .budget:
            .init(
                "it needs more of the network's resources than a transaction may use",
                "call the contract for fewer things at a time")
        case .wasmVm(.missingValue):
            .init(
                "the contract has no function of that name",
                "to see its functions: \(step: .build(.lookUpContract))")
        case .wasmVm(.unexpectedSize), .context(.unexpectedSize):
            .init(
                "the function takes another number of arguments",
                "to see its functions: \(step: .build(.lookUpContract))")
        case .wasmVm:
            .init(
                "the contract's code stopped without an error of its own",
                "check the arguments; only its author can say more")
        case .value(.unexpectedType):
            .init("a value has another type than the function takes", "check the arguments and their types")
        case .contract, .context, .storage, .object, .crypto, .events, .value: nil
        }
    }

    private static let assetErrors: [UInt32: ResultExplanation] = [
        2: .init("the asset does not allow it", "XLM has no issuer who could do this, and an issuer has no balance"),
        4: .init("only the asset's administrator can do that", "have the administrator call it"),
        6: .init("an account does not exist", "create it: \(step: .build(.createAccount))"),
        8: .init("an amount is below zero", "give an amount of zero or more"),
        9: .init(
            "the allowance is too low, or its last ledger is over or too far ahead",
            "its owner can replace it; to see it: \(step: .build(.lookUpToken)) with \(field: .spender)"),
        10: .init(
            "a balance is too low, or would become more than it can be",
            "lower the amount, or fund the sender; to see a balance: \(step: .build(.lookUpToken))"),
        11: .init(
            "the issuer does not let a balance be used: it is not authorized", "ask the issuer to authorize its holder"),
        12: .init("an amount or a balance would become more than it can be", "lower the amount"),
        13: .init(
            "an account has no trustline for the asset",
            "its owner must add one: \(step: .build(.addTrustline(account: nil, asset: nil)))"),
        14: .init(
            "an account has too few lumens for the reserve that one more entry needs", "send lumens to the account"),
        15: .init("an account has 1000 entries already", "remove some of them first"),
    ]
}
