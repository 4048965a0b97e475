// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
