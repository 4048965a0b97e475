// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Collects every account, key and contract that a value names, as its displayed address.
struct AddressCollector: XDRVisitor {
    private var found: Set<StrKey> = []
    private var order: [StrKey] = []

    /// Each address once, in the order of the value. An `M…` address is followed by its account's `G…` address,
    /// and a `W…` address by its contract's `C…` address.
    static func addresses(in value: some XDRCodable) -> [StrKey] {
        var collector = AddressCollector()
        value.walk(&collector)
        return collector.order
    }

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
        if found.insert(address).inserted { order.append(address) }
        switch address {
        case .muxed(let key, _), .signedPayload(let key, _): add(.publicKey(key))
        case .muxedContract(let contract, _): add(.contract(contract))
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
