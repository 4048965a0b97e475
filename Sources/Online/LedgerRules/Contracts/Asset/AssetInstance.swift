// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
package import Stellar
package import StellarXDR

/// What the asset contract stores with its instance: the asset, its name and symbol, and its administrator.
package struct AssetInstance: Hashable, Sendable {
    static let decimals: UInt32 = 7
    static let administratorKey = SCVal.tagged("Admin")
    private static let assetKey = SCVal.tagged("AssetInfo")
    private static let metadataKey = SCVal.name("METADATA")

    let asset: Asset
    /// `native` or `CODE:ISSUER`.
    let name: SCString
    let symbol: SCString
    private let admin: SCAddress?

    /// The asset contract's instance when it is new.
    package init(_ asset: Asset) {
        self.asset = asset
        let code = asset.codeBytes.map { String(decoding: $0, as: UTF8.self) } ?? "native"
        symbol = SCString(Array(code.utf8)) ?? SCString()
        name = asset.issuer.flatMap { SCString(Array("\(code):\($0.address)".utf8)) } ?? symbol
        admin = asset.issuer.map(SCAddress.account)
    }

    /// The instance of the contract that runs.
    init(in host: inout Host) throws(HostError) {
        guard let info = try host.stored(Self.assetKey), let asset = Asset(info: info),
            let metadata = try host.stored(Self.metadataKey)?.fields("decimal", "name", "symbol"),
            let name = metadata[1].asText, let symbol = metadata[2].asText
        else { throw HostError(.internal, "the contract's instance is not one of an asset") }
        self.asset = asset
        self.name = name
        self.symbol = symbol
        admin = try host.stored(Self.administratorKey)?.asAddress
    }

    /// The entry of a new instance.
    package var entry: SCContractInstance {
        var storage = [
            SCMapEntry(
                key: Self.metadataKey,
                val: .record(("decimal", .u32(Self.decimals)), ("name", .string(name)), ("symbol", .string(symbol))))
        ]
        if let admin { storage.append(SCMapEntry(key: Self.administratorKey, val: .address(admin))) }
        storage.append(SCMapEntry(key: Self.assetKey, val: asset.info))
        return SCContractInstance(executable: .stellarAsset, storage: storage)
    }

    /// - Throws: for the native asset, which has none.
    func administrator() throws(HostError) -> SCAddress {
        guard let admin else { throw HostError(.storage(.missingValue), "the native asset has no administrator") }
        return admin
    }

    func isIssuer(_ address: SCAddress) -> Bool { asset.issuer.map(SCAddress.account) == address }

    func refuseIssuer(_ address: SCAddress) throws(HostError) {
        guard !isIssuer(address) else { throw HostError(.operationNotSupported, "operation invalid on issuer") }
    }
}

extension Asset {
    /// The id of the asset's contract.
    package func contract(on network: Network) -> ContractID { ContractIDPreimage.asset(self).contract(on: network) }

    /// The asset as its contract stores it: the code padded with zeros, and the issuer's key.
    fileprivate var info: SCVal {
        switch self {
        case .native: .tagged("Native")
        case .creditAlphanum4(let credit): Self.info("AlphaNum4", credit.assetCode.bytes, credit.issuer)
        case .creditAlphanum12(let credit): Self.info("AlphaNum12", credit.assetCode.bytes, credit.issuer)
        }
    }

    private static func info(_ kind: String, _ code: [UInt8], _ issuer: AccountID) -> SCVal {
        .tagged(
            kind,
            .record(("asset_code", .string(SCString(code) ?? SCString())), ("issuer", .raw(issuer.key.bytes))))
    }

    fileprivate init?(info: SCVal) {
        guard let parts = info.asVec, let kind = parts.first?.asSymbol?.text else { return nil }
        guard kind != "Native" else {
            self = .native
            return
        }
        guard parts.count == 2, let fields = parts[1].fields("asset_code", "issuer"),
            let code = fields[0].asText?.bytes,
            let issuer = fields[1].asBytes(32).flatMap({ Uint256($0) }).map(AccountID.ed25519)
        else { return nil }
        if kind == "AlphaNum4", let code = AssetCode4(code) {
            self = .creditAlphanum4(AlphaNum4(assetCode: code, issuer: issuer))
        } else if kind == "AlphaNum12", let code = AssetCode12(code) {
            self = .creditAlphanum12(AlphaNum12(assetCode: code, issuer: issuer))
        } else {
            return nil
        }
    }
}

/// What a spender may take from a holder: a temporary entry of the asset's contract.
struct Allowance {
    let from: SCAddress
    let spender: SCAddress

    private var key: SCVal {
        .tagged("Allowance", .record(("from", .address(from)), ("spender", .address(spender))))
    }

    private struct Value {
        let amount: Int128
        let last: UInt32

        init(amount: Int128, last: UInt32) {
            self.amount = amount
            self.last = last
        }

        init?(_ value: SCVal) {
            guard let fields = value.fields("amount", "live_until_ledger"), let amount = fields[0].asAmount,
                let last = fields[1].asU32
            else { return nil }
            self.init(amount: amount, last: last)
        }

        var value: SCVal { .record(("amount", .amount(amount)), ("live_until_ledger", .u32(last))) }
    }

    private func stored(in host: inout Host) throws(HostError) -> Value? {
        try host.value(host.temporary(key)).flatMap(Value.init)
    }

    /// The amount that is left; 0 after the allowance's last ledger.
    func amount(in host: inout Host) throws(HostError) -> Int128 {
        guard let value = try stored(in: &host), value.last >= host.ledger.sequence else { return 0 }
        return value.amount
    }

    /// Replaces the allowance. An amount of 0 revokes it, whatever ledger is given.
    func set(_ amount: Int128, until last: UInt32, in host: inout Host) throws(HostError) {
        guard last <= host.ledger.lastPossible else {
            throw HostError(.allowance, "live_until is greater than max", [.u32(last), .u32(host.ledger.lastPossible)])
        }
        guard amount == 0 || last >= host.ledger.sequence else {
            throw HostError(
                .allowance, "live_until must be >= ledger sequence", [.u32(last), .u32(host.ledger.sequence)])
        }
        let old = try stored(in: &host)
        guard old != nil || amount > 0 else { return }
        let key = host.temporary(key)
        try host.put(Value(amount: amount, last: last).value, at: key)
        guard amount > 0, (old?.last ?? 0) < last else { return }
        let extent = last > host.ledger.sequence ? last - host.ledger.sequence : 0
        try host.storage.extend(key, ifWithin: extent, to: extent)
    }

    /// Takes an amount from the allowance.
    func spend(_ amount: Int128, in host: inout Host) throws(HostError) {
        let left = try self.amount(in: &host)
        guard left >= amount else {
            throw HostError(.allowance, "not enough allowance to spend", [.amount(left), .amount(amount)])
        }
        guard amount > 0, let old = try stored(in: &host) else { return }
        try set(left - amount, until: old.last, in: &host)
    }
}
