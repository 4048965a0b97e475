// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import Stellar
import StellarXDR

/// An operation to build a transaction of.
public struct TransactionOperation: Hashable, Sendable {
    let value: StellarXDR.Operation

    private init(_ body: OperationBody) { value = StellarXDR.Operation(sourceAccount: nil, body: body) }

    /// A payment to an account that exists, and has a trustline unless the asset is native.
    public static func payment(
        of amount: ColdstarStellar.Amount, _ asset: ColdstarStellar.Asset = .native, to destination: Account
    ) -> TransactionOperation {
        TransactionOperation(
            .payment(PaymentOp(destination: destination.value, asset: asset.value, amount: amount.stroops)))
    }

    /// The creation of an account.
    ///
    /// - Parameters:
    ///   - account: a `G…` address that does not exist yet.
    ///   - balance: what it starts with, in lumens: at least the reserve of an account, or zero if a sponsor pays that.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for an `M…` address, whose id would be lost.
    public static func createAccount(
        _ account: Account, startingWith balance: ColdstarStellar.Amount
    ) throws(ColdstarError) -> TransactionOperation {
        guard account.id == nil else {
            throw ColdstarError(
                Failure(
                    .badInput, "an M... address cannot be created", hint: "the account is \(account.ledgerAddress)"))
        }
        return TransactionOperation(
            .createAccount(CreateAccountOp(destination: account.value.account, startingBalance: balance.stroops)))
    }

    /// A trustline: the permission to hold an asset.
    ///
    /// - Parameters:
    ///   - asset: not the native one.
    ///   - limit: the maximum balance, above zero; nil for none.
    public static func trust(
        _ asset: ColdstarStellar.Asset, limit: ColdstarStellar.Amount? = nil
    ) -> TransactionOperation {
        TransactionOperation(
            .changeTrust(ChangeTrustOp(line: asset.value.asTrustLine, limit: limit?.stroops ?? .max)))
    }

    /// The removal of a trustline, whose balance has to be zero.
    public static func removeTrust(_ asset: ColdstarStellar.Asset) -> TransactionOperation {
        TransactionOperation(.changeTrust(ChangeTrustOp(line: asset.value.asTrustLine, limit: 0)))
    }

    /// Any operation of the protocol, except those of smart contracts, which need the resources of a simulation.
    ///
    /// - Parameter text: SEP-51 JSON or base64 XDR of an `Operation`, which may name its own source account.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` with the place of the error.
    public init(parsing text: String) throws(ColdstarError) {
        do {
            value = try InputDocument(text: text, origin: "the operation").value(
                .words("the operation"), as: StellarXDR.Operation.self)
        } catch { throw ColdstarError(error) }
    }
}
