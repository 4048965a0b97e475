// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

/// Identifies a payment by what a person would call the same payment: the network, who pays and who receives, the
/// asset, the amount and the memo. The sequence number, the fee and the validity are not part of it.
///
/// 64 bits are enough to find a payment, and two that collide by chance are never seen. Someone who searches for a
/// collision can make a payment look repeated, which costs a warning; nothing is allowed because of a digest.
package struct PaymentDigest: Hashable, Sendable {
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// A payment of an asset: a payment operation, or one that creates the account with that balance.
    ///
    /// - Parameter amount: in stroops.
    package init(
        from source: AccountID, to destination: MuxedAccount, _ asset: Asset, _ amount: Int64, memo: Memo,
        on network: Network
    ) {
        self.init(.transfer, from: source, memo: memo, on: network) { writer in
            destination.encode(into: &writer)
            asset.encode(into: &writer)
            writer.write(UInt64(bitPattern: amount))
        }
    }

    /// A payment by an authorization entry with a nonce, which the network lets pass only once.
    package init(_ payment: PaymentDigest, nonce: Int64, from source: AccountID, on network: Network) {
        self.init(.entry, from: source, memo: .none, on: network) { writer in
            writer.write(payment.bits)
            writer.write(UInt64(bitPattern: nonce))
        }
    }

    /// The payment that an operation makes; nil for one that pays nothing, or whose amount only the ledger knows.
    ///
    /// Of a path payment, the exact amount counts with both assets. A claimable balance is a payment to its claimant if
    /// there is one claimant only. A token is paid by its contract's function `transfer` (SEP-41): if it is that of an
    /// asset, and an account receives it, this is the same as a payment of the asset.
    ///
    /// - Parameter assets: those whose contracts are recognized; lumens are always.
    package init?(
        _ body: OperationBody, from source: AccountID, memo: Memo, on network: Network, assets: [Asset] = []
    ) {
        if case .invokeHostFunction(let op) = body {
            guard case .invokeContract(let call) = op.hostFunction, call.args.count == 3,
                call.functionName.bytes == Self.transfer
            else { return nil }
            if let (destination, amount) = Self.payment(call.args, from: source),
                case .contract(let contract) = call.contractAddress,
                let asset = ([.native] + assets).first(where: {
                    ContractIDPreimage.asset($0).contract(on: network) == contract
                })
            {
                self.init(from: source, to: destination, asset, amount, memo: memo, on: network)
                return
            }
            self.init(.token, from: source, memo: memo, on: network) { writer in
                call.contractAddress.encode(into: &writer)
                call.args.encode(into: &writer)
            }
            return
        }
        guard let transfer = OperationFacts(body).transfer, transfer.form != .clawback,
            transfer.destinations.count == 1, let destination = transfer.destinations.first
        else { return nil }
        guard transfer.form == .pathPayment else {
            guard let amount = transfer.sent.amount else { return nil }
            self.init(from: source, to: destination, transfer.sent.asset, amount, memo: memo, on: network)
            return
        }
        guard let received = transfer.received else { return nil }
        let exact = transfer.sent.isExact ? transfer.sent : received
        guard let amount = exact.amount else { return nil }
        let kind: Kind = transfer.sent.isExact ? .exactSent : .exactReceived
        self.init(kind, from: source, memo: memo, on: network) { writer in
            destination.encode(into: &writer)
            transfer.sent.asset.encode(into: &writer)
            received.asset.encode(into: &writer)
            writer.write(UInt64(bitPattern: amount))
        }
    }

    /// The receiver and the amount of a transfer from an account to another; nil for any other.
    private static func payment(_ args: [SCVal], from source: AccountID) -> (MuxedAccount, Int64)? {
        guard args[0] == .address(.account(source)), case .address(let to) = args[1],
            case .i128(let parts) = args[2], parts.hi == 0, let amount = Int64(exactly: parts.lo)
        else { return nil }
        return switch to {
        case .account(let account): (MuxedAccount(account), amount)
        case .muxedAccount(let muxed):
            (.muxedEd25519(MuxedAccountMed25519(id: muxed.id, ed25519: muxed.ed25519)), amount)
        case .contract, .claimableBalance, .liquidityPool, .muxedContract: nil
        }
    }

    private enum Kind: UInt32 { case transfer, exactSent, exactReceived, token, entry }

    private static let transfer = Array("transfer".utf8)

    private init(
        _ kind: Kind, from source: AccountID, memo: Memo, on network: Network, _ rest: (inout XDRWriter) -> Void
    ) {
        var writer = XDRWriter(capacity: 512)
        writer.write(kind.rawValue)
        network.id.encode(into: &writer)
        source.encode(into: &writer)
        memo.encode(into: &writer)
        rest(&writer)
        let hash = writer.withBytes { SHA256.hash($0) }
        bits = hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension PaymentDigest {
    /// 16 hex digits, lower case.
    package var hex: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Parses 16 lower-case hex digits; nil for anything else.
    package init?(hex: String) {
        guard hex.utf8.count == 16, hex.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x61 && $0 <= 0x66 }),
            let bits = UInt64(hex, radix: 16)
        else { return nil }
        self.bits = bits
    }
}

extension Transaction {
    /// The payments that its operations make, in their order, each with the index of its operation.
    package func payments(on network: Network) -> [(operation: Int, payment: PaymentDigest)] {
        let assets = footprintAssets
        return operations.enumerated().compactMap { index, operation in
            PaymentDigest(operation.body, from: source(of: operation).account, memo: memo, on: network, assets: assets)
                .map { (index, $0) }
        }
    }

    /// The assets whose trustlines a contract call touches; empty for a transaction without one. Each costs a hash, and
    /// the network allows no more entries than are looked at.
    package var footprintAssets: [Asset] {
        guard case .v1(let data) = ext else { return [] }
        var found: [Asset] = []
        let keys = data.resources.footprint.readOnly + data.resources.footprint.readWrite
        for case .trustline(let key) in keys.prefix(400) {
            if let asset = key.asset.asset, !found.contains(asset) { found.append(asset) }
        }
        return found
    }
}
