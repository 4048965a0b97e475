// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Collects every account, key and contract that a value names, as its displayed address.
struct AddressCollector: XDRVisitor {
    private var found: Set<StrKey> = []
    private var order: [StrKey] = []

    /// Each address once, in the order of the operation's fields. An `M…` address is followed by its account's `G…`
    /// address, and a `W…` address by its contract's `C…` address.
    static func addresses(in body: OperationBody) -> [StrKey] {
        var collector = AddressCollector()
        collector.order.reserveCapacity(2)
        if !collector.addPayment(body) { body.walk(&collector) }
        return collector.order
    }

    /// Those that a walk finds.
    static func walked(_ body: OperationBody) -> [StrKey] {
        var collector = AddressCollector()
        body.walk(&collector)
        return collector.order
    }

    /// Adds those of an operation that batches are made of: walking each one's encoding costs more than all other
    /// rules. A test compares this with `walked`.
    ///
    /// - Returns: whether it is such an operation.
    private mutating func addPayment(_ body: OperationBody) -> Bool {
        switch body {
        case .createAccount(let op): add(.publicKey(op.destination.key))
        case .payment(let op):
            add(op.destination.strKey)
            addIssuer(of: op.asset)
        case .pathPaymentStrictSend(let op):
            addIssuer(of: op.sendAsset)
            add(op.destination.strKey)
            addIssuer(of: op.destAsset)
            for asset in op.path { addIssuer(of: asset) }
        case .pathPaymentStrictReceive(let op):
            addIssuer(of: op.sendAsset)
            add(op.destination.strKey)
            addIssuer(of: op.destAsset)
            for asset in op.path { addIssuer(of: asset) }
        default: return false
        }
        return true
    }

    private mutating func addIssuer(of asset: Asset) { if let issuer = asset.issuer { add(.publicKey(issuer.key)) } }

    func wants(_ type: any XDRCodable.Type) -> Bool {
        type == MuxedAccount.self || type == PublicKey.self || type == SignerKey.self || type == SCAddress.self
    }

    mutating func take(_ value: any XDRCodable) {
        switch value {
        case let account as MuxedAccount: add(account.strKey)
        case let account as PublicKey: add(.publicKey(account.key))
        case let signer as SignerKey: add(signer.strKey)
        case let address as SCAddress: add(address.strKey)
        default: break
        }
    }

    private mutating func add(_ address: StrKey) {
        addOnce(address)
        switch address {
        case .muxed(let key, _), .signedPayload(let key, _): addOnce(.publicKey(key))
        case .muxedContract(let contract, _): addOnce(.contract(contract))
        default: break
        }
    }

    /// Most operations name few addresses, and comparing those costs less than a set.
    private static let few = 8

    private mutating func addOnce(_ address: StrKey) {
        if order.count < Self.few {
            if !order.contains(address) { order.append(address) }
            if order.count == Self.few { found = Set(order) }
        } else if found.insert(address).inserted {
            order.append(address)
        }
    }

    func begin(structure name: StaticString) {}
    func field(_ name: StaticString) {}
    func end() {}
    func begin(array count: Int) {}
    func element(_ index: Int) {}
    func begin(union: XDRLayout.Union, value: Int32) {}
    func absent() {}
    func present() {}
    func integer(_ value: Int64, bits: Int, alias: StaticString?) {}
    func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) {}
    func boolean(_ value: Bool) {}
    func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {}
    func opaque(_ bytes: [UInt8], alias: StaticString?) {}
    func string(_ bytes: [UInt8], alias: StaticString?) {}
}

/// Collects every key in a value, as account, issuer or signer: the candidates for having signed it.
struct AccountCollector: XDRVisitor {
    private(set) var keys: Set<Uint256> = []

    static func keys(in value: some XDRCodable) -> Set<Uint256> {
        var collector = AccountCollector()
        value.walk(&collector)
        return collector.keys
    }

    func wants(_ type: any XDRCodable.Type) -> Bool {
        type == MuxedAccount.self || type == PublicKey.self || type == SignerKey.self
    }

    mutating func take(_ value: any XDRCodable) {
        switch value {
        case let account as MuxedAccount: keys.insert(account.key)
        case let account as PublicKey: keys.insert(account.key)
        case SignerKey.ed25519(let key) as SignerKey: keys.insert(key)
        case SignerKey.ed25519SignedPayload(let signed) as SignerKey: keys.insert(signed.ed25519)
        default: break
        }
    }

    func begin(structure name: StaticString) {}
    func field(_ name: StaticString) {}
    func end() {}
    func begin(array count: Int) {}
    func element(_ index: Int) {}
    func begin(union: XDRLayout.Union, value: Int32) {}
    func absent() {}
    func present() {}
    func integer(_ value: Int64, bits: Int, alias: StaticString?) {}
    func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) {}
    func boolean(_ value: Bool) {}
    func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {}
    func opaque(_ bytes: [UInt8], alias: StaticString?) {}
    func string(_ bytes: [UInt8], alias: StaticString?) {}
}
