// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Foundation
import Stellar
import StellarXDR
import TestSupport
import Testing

struct TokenStoreTests {
    private static let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private let folder = TemporaryFolder()

    /// A well-formed token with an arbitrary signature.
    private func token(_ number: Int) throws -> AccessToken {
        let parts = ["{\"alg\":\"HS256\"}", "{\"exp\":4000000000,\"n\":\(number)}", "signature"].map {
            Data($0.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=", with: "")
        }
        return try AccessToken(parts.joined(separator: "."))
    }

    @Test func `stores a separate token of a domain for each network`() throws {
        let store = TokenStore(folder: folder.path)
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        let client = WebAuthClient(try MuxedAccount(address: Self.account))
        let networks: [Network] = [.public, .testnet]
        let tokens = [try token(1), try token(2)]
        let paths = try zip(networks, tokens).map { try store.keep($1, of: client, at: domain, on: $0) }
        #expect(Set(paths).count == 2)
        for (network, token) in zip(networks, tokens) {
            let found = try store.token(of: client, at: domain, on: network, now: Timestamp(1_000_000_000))
            #expect(found.exposed == token.exposed)
        }
        #expect(throws: Failure.self) {
            try store.token(of: client, at: domain, on: .futurenet, now: Timestamp(1_000_000_000))
        }
    }

    @Test func `lists the logins of a network, and no file that is not one`() throws {
        let store = TokenStore(folder: folder.path)
        #expect(store.logins(on: .testnet).isEmpty)
        let account = try MuxedAccount(address: Self.account)
        for (domain, memo) in [("b.example", nil), ("a.example", 7), ("a.example", nil)] as [(String, UInt64?)] {
            let path = try store.keep(
                try token(1), of: WebAuthClient(account, memo: memo),
                at: try HomeDomain(domain, allowsLoopback: false), on: .testnet)
            try Data("{}".utf8).write(to: URL(filePath: path + ".json"))
        }
        let logins = store.logins(on: .testnet)
        #expect(logins.map(\.domain) == ["a.example", "a.example", "b.example"])
        #expect(logins.map(\.subject) == [Self.account, Self.account + ":7", Self.account])
        #expect(logins.allSatisfy { $0.expiry == Timestamp(4_000_000_000) })
        #expect(store.logins(on: .public).isEmpty)
    }

    @Test func `rejects an expired token and a token stored for another client`() throws {
        let store = TokenStore(folder: folder.path)
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        let account = try MuxedAccount(address: Self.account)
        let client = WebAuthClient(account, memo: 1)
        let path = try store.keep(try token(1), of: client, at: domain, on: .testnet)
        #expect(throws: Failure.self) {
            try store.token(of: client, at: domain, on: .testnet, now: Timestamp(4_000_000_000))
        }
        let other = path.replacing(":1.json", with: ":2.json")
        try FileManager.default.moveItem(atPath: path, toPath: other)
        #expect(throws: Failure.self) {
            try store.token(
                of: WebAuthClient(account, memo: 2), at: domain, on: .testnet, now: Timestamp(1_000_000_000))
        }
    }
}
