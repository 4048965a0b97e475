// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Payments and path payments.
extension LedgerState {
    mutating func pay(_ op: PaymentOp, _ context: ApplyContext) -> PaymentResult {
        let destination = op.destination.account
        if destination == context.source, op.asset == .native { return .success }
        // An asset sent to its issuer is burned, even if the issuer's account no longer exists.
        guard accounts[destination] != nil || op.asset.issuer == destination else { return .noDestination }
        do throws(TransferResultError) { try credit(destination, op.amount, op.asset) } catch {
            return switch error {
            case .noTrustline: .noTrust
            case .notAuthorized: .notAuthorized
            case .doesNotFit: .lineFull
            }
        }
        do throws(TransferResultError) { try debit(context.source, op.amount, op.asset) } catch {
            return switch error {
            case .noTrustline: .srcNoTrust
            case .notAuthorized: .srcNotAuthorized
            case .doesNotFit: .underfunded
            }
        }
        return .success
    }

    mutating func pay(_ op: PathPaymentStrictReceiveOp, _ context: ApplyContext) -> PathPaymentStrictReceiveResult {
        let destination = op.destination.account
        let way = [op.sendAsset] + op.path.elements + [op.destAsset]
        guard canReceive(destination, way) else { return .noDestination }
        do throws(TransferResultError) { try credit(destination, op.destAmount, op.destAsset) } catch {
            return switch error {
            case .noTrustline: .noTrust
            case .notAuthorized: .notAuthorized
            case .doesNotFit: .lineFull
            }
        }
        guard let changes = context.rates.buying(op.destAmount, along: way) else { return .tooFewOffers }
        let cost = changes.first?.sold ?? op.destAmount
        guard cost <= op.sendMax else { return .overSendmax }
        do throws(TransferResultError) { try debit(context.source, cost, op.sendAsset) } catch {
            return switch error {
            case .noTrustline: .srcNoTrust
            case .notAuthorized: .srcNotAuthorized
            case .doesNotFit: .underfunded
            }
        }
        let last = SimplePaymentResult(destination: destination, asset: op.destAsset, amount: op.destAmount)
        return .success(.init(offers: changes.map(\.claim), last: last))
    }

    mutating func pay(_ op: PathPaymentStrictSendOp, _ context: ApplyContext) -> PathPaymentStrictSendResult {
        let destination = op.destination.account
        let way = [op.sendAsset] + op.path.elements + [op.destAsset]
        guard canReceive(destination, way) else { return .noDestination }
        do throws(TransferResultError) { try debit(context.source, op.sendAmount, op.sendAsset) } catch {
            return switch error {
            case .noTrustline: .srcNoTrust
            case .notAuthorized: .srcNotAuthorized
            case .doesNotFit: .underfunded
            }
        }
        guard let changes = context.rates.selling(op.sendAmount, along: way) else { return .tooFewOffers }
        let gain = changes.last?.bought ?? op.sendAmount
        guard gain >= op.destMin else { return .underDestmin }
        do throws(TransferResultError) { try credit(destination, gain, op.destAsset) } catch {
            return switch error {
            case .noTrustline: .noTrust
            case .notAuthorized: .notAuthorized
            case .doesNotFit: .lineFull
            }
        }
        let last = SimplePaymentResult(destination: destination, asset: op.destAsset, amount: gain)
        return .success(.init(offers: changes.map(\.claim), last: last))
    }

    /// Whether the destination can be paid: it exists, or it is an issuer that gets its own asset back directly.
    private func canReceive(_ destination: AccountID, _ way: [Asset]) -> Bool {
        let isReturn = way.count == 2 && way[0] == way[1] && way[0].issuer == destination
        return accounts[destination] != nil || isReturn
    }
}

extension Exchange {
    /// The exchange as an operation result reports it: what the market, as an offer without an owner, sold and bought.
    fileprivate var claim: ClaimAtom {
        .orderBook(
            ClaimOfferAtom(
                sellerID: PracticeFriendbot.account, offerID: 1, assetSold: to, amountSold: bought, assetBought: from,
                amountBought: sold))
    }
}

/// Why an amount could not be debited or credited; every operation has its own code for each.
enum TransferResultError: Error {
    case noTrustline
    case notAuthorized
    /// Debit: the balance is too small. Credit: the amount exceeds the trustline's limit or what an amount can hold.
    case doesNotFit
}

extension LedgerState {
    /// Credits an amount of an asset to an account, which must exist unless it is the asset's issuer.
    mutating func credit(_ id: AccountID, _ amount: Int64, _ asset: Asset) throws(TransferResultError) {
        // An issuer has no trustline for its own asset: what it receives is burned.
        guard asset.issuer != id else { return }
        guard var account = accounts[id] else { throw .noTrustline }
        if asset == .native {
            let (balance, overflow) = account.balance.addingReportingOverflow(amount)
            guard !overflow else { throw .doesNotFit }
            account.balance = balance
        } else {
            guard var line = account.trustlines[asset] else { throw .noTrustline }
            guard line.isAuthorized else { throw .notAuthorized }
            guard amount <= line.limit - line.balance else { throw .doesNotFit }
            line.balance += amount
            account.trustlines[asset] = line
        }
        accounts[id] = account
    }

    /// Debits an amount of an asset from an account; an issuer has an unlimited amount of its own asset.
    mutating func debit(_ id: AccountID, _ amount: Int64, _ asset: Asset) throws(TransferResultError) {
        guard asset.issuer != id else { return }
        guard var account = accounts[id] else { throw .noTrustline }
        if asset == .native {
            guard Self.available(account) >= amount else { throw .doesNotFit }
            account.balance -= amount
        } else {
            guard var line = account.trustlines[asset] else { throw .noTrustline }
            guard line.isAuthorized else { throw .notAuthorized }
            guard line.balance >= amount else { throw .doesNotFit }
            line.balance -= amount
            account.trustlines[asset] = line
        }
        accounts[id] = account
    }
}
