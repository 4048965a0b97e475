// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR
import Testing

@testable import Vault

struct KeyChoiceTests {
    private func account(_ byte: UInt8) throws -> KeyIdentity {
        .stellar(.ed25519(try #require(Uint256([UInt8](repeating: byte, count: 32)))))
    }

    private func address(_ byte: UInt8) -> KeyIdentity {
        .other(.solana(SolanaAddress(publicKey: [UInt8](repeating: byte, count: 32))))
    }

    private func key(_ name: String, _ byte: UInt8) throws -> ListedKey { try key(name, try account(byte)) }

    private func key(_ name: String, _ identity: KeyIdentity) throws -> ListedKey {
        let name = try KeyName(name)
        let info = KeyInfo(
            name: name, identity: identity, kind: .seed, account: nil, created: Timestamp(0),
            parameters: .moderate)
        return ListedKey(name: name, info: .success(info))
    }

    @Test func `chooses the only key for any signing account`() throws {
        let keys = [try key("a", 1)]
        #expect(KeyChoice(among: keys, for: []) == .only(keys[0].name))
        #expect(KeyChoice(among: keys, for: [try account(9)]) == .only(keys[0].name))
        #expect(KeyChoice(among: [], for: [try account(9)]) == KeyChoice.none)
    }

    @Test func `chooses the key of the first account that has one`() throws {
        let keys = [try key("a", 1), try key("b", 2), try key("c", 3)]
        #expect(KeyChoice(among: keys, for: [try account(2), try account(1)]) == .owner(keys[1].name))
        #expect(KeyChoice(among: keys, for: [try account(9), try account(3)]) == .owner(keys[2].name))
    }

    @Test func `reports an ambiguous choice instead of guessing`() throws {
        let keys = [try key("a", 1), try key("b", 1), try key("c", 3)]
        #expect(KeyChoice(among: keys, for: [try account(9)]) == .ambiguous(keys.map(\.name)))
        #expect(KeyChoice(among: keys, for: []) == .ambiguous(keys.map(\.name)))
        #expect(KeyChoice(among: keys, for: [try account(1)]) == .ambiguous([keys[0].name, keys[1].name]))
    }

    @Test func `leaves out keys of other chains`() throws {
        let keys = [try key("a", 1), try key("coins", address(1)), try key("more", address(2))]
        #expect(KeyChoice(among: keys, for: [try account(9)]) == .only(keys[0].name))
        #expect(KeyChoice(among: keys, for: [address(2)]) == .owner(keys[2].name))
        #expect(KeyChoice(among: keys, for: [address(9)]) == .ambiguous([keys[1].name, keys[2].name]))
        #expect(KeyChoice(among: keys, for: []) == .ambiguous(keys.map(\.name)))
    }

    @Test func `chooses the only key of the vault even if it is of another chain`() throws {
        let keys = [try key("coins", address(1))]
        #expect(KeyChoice(among: keys, for: [try account(1)]) == .only(keys[0].name))
    }
}
