// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import Testing

struct ClientTests {
    private let office = Office()

    @Test func `shows an account with what can be spent`() throws {
        let account = try #require(try office.client().account(Office.alice.account))
        #expect(account.account == Office.alice.account && account.sequenceNumber == 100 && !account.requiresMemo)
        #expect(account.balances.map(\.name) == ["native"])
        #expect(try account.spendable(.native) == Amount(parsing: "99"))
        #expect(account.unlistedEntries == 0 && account.signers.map(\.weight) == [1])
        #expect(account.signers.map(\.key.description) == [Office.alice.account.description])
        #expect([account.thresholds.low, account.thresholds.medium, account.thresholds.high] == [0, 0, 0])
        #expect(try account.spendable(Asset(parsing: "USDC:\(Office.bob.account)")) == Amount(parsing: "0"))
        #expect(!office.hasJournal)
    }

    @Test func `an account that does not exist is nil, not an error`() throws {
        #expect(try office.client().account(Office.stranger.account) == nil)
    }

    @Test func `funds an account through the network's friendbot`() throws {
        #expect(try office.client().fund(Office.stranger.account)?.description.hasPrefix("abab") == true)
        #expect(office.network.requests.last == "GET /friendbot")
    }

    @Test func `a question about the journal does not create one`() throws {
        let hash = try Office().request().hash
        #expect(try office.client().submitted(hash) == nil)
        #expect(!office.hasJournal && office.network.requests.isEmpty)
    }

    // MARK: rejections

    @Test(arguments: ["", "nonsense", "ftp://example.com", "http://example.com", "https://user@example.com"])
    func `rejects what is not the URL of a server`(url: String) {
        let error = #expect(throws: ColdstarError.self) {
            try OnlineClient(folder: "/nonexistent", network: .testnet, servers: ServerSettings(horizonURLs: [url]))
        }
        #expect(error?.kind == .misuse)
    }

    @Test func `rejects a network whose server is not known, and one without a passphrase`() {
        for passphrase in ["Another network", ""] {
            let error = #expect(throws: ColdstarError.self) {
                try OnlineClient(folder: "/nonexistent", network: Network(passphrase: passphrase))
            }
            #expect(error?.kind == .misuse)
        }
    }

    @Test func `rejects a proxy of an unknown kind`() {
        let error = #expect(throws: ColdstarError.self) {
            try OnlineClient(folder: "/nonexistent", network: .testnet, servers: ServerSettings(proxy: "gopher://x"))
        }
        #expect(error?.kind == .misuse)
    }

    @Test func `rejects a server of another network`() throws {
        office.network.change { $0.passphrase = "Another network" }
        let client = try office.client()
        for call in [
            { _ = try client.account(Office.alice.account) }, { try client.fund(Office.alice.account) },
        ] as [() throws -> Void] {
            let error = #expect(throws: ColdstarError.self) { try call() }
            #expect(error?.kind == .invalidInput)
        }
    }

    @Test func `funds nothing on the public network, and asks no server about it`() throws {
        let client = try office.client(on: .public)
        let error = #expect(throws: ColdstarError.self) { try client.fund(Office.stranger.account) }
        #expect(error?.kind == .invalidInput && office.network.requests.isEmpty)
    }

    @Test(arguments: ["", "not a domain", "https://example.com", "localhost:8000"])
    func `rejects a login at what is not a public domain, before any request`(domain: String) throws {
        let client = try office.client()
        let error = #expect(throws: ColdstarError.self) {
            try client.loginRequest(at: domain, as: Office.alice.account)
        }
        #expect(error?.kind == .invalidInput && office.network.requests.isEmpty)
    }

    @Test func `rejects a payment as a login, before any request`() throws {
        let (client, request) = (try office.client(), try office.request())
        let before = office.network.requests.count
        let error = #expect(throws: ColdstarError.self) {
            try client.login(try Office.alice.sign(request.transaction))
        }
        #expect(error?.kind == .invalidInput && office.network.requests.count == before)
    }
}
