// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

/// The challenges of `Vectors/sep45.json` (SEP-45), built by the Python Stellar SDK.
struct ContractChallengeTests {
    private static let document = try? Vectors.document("sep45.json")

    /// What the client of a row asked for; the domains and keys are the same in all.
    private func expectation(_ row: JSON, clientDomain: String?) throws -> ContractChallengeExpectation {
        let document = try #require(Self.document)
        var expected = ContractChallengeExpectation()
        expected.contract = try contract(try document.string("web_auth_contract"))
        expected.serverKey = try AccountID(address: try document.string("server_account"))
        expected.homeDomain = try document.string("home_domain")
        expected.webAuthDomain = try document.string("web_auth_domain")
        expected.client = try contract(try document.string("client_account"))
        expected.clientDomain = .exactly(clientDomain)
        expected.latestLedger = try document.integer("latest_ledger", as: UInt32.self)
        return expected
    }

    private func contract(_ text: String) throws -> ContractID {
        guard case .contract(let id) = try StrKey(text) else { throw Missing() }
        return id
    }

    private struct Missing: Error {}

    private func entries(_ row: JSON) throws -> [SorobanAuthorizationEntry] {
        try [SorobanAuthorizationEntry](xdr: try Base64.decode(try row.string("authorization_entries")))
    }

    private func row(_ name: String, in list: String = "cases") throws -> JSON {
        let rows = try #require(Self.document).array(list)
        return try #require(rows.first { $0["name"] == .string(name) })
    }

    @Test func `accepts every challenge that the SDK's server builds`() throws {
        let rows = try #require(Self.document).array("cases")
        #expect(rows.count == 5)
        for row in rows {
            let domain = try row.optionalString("client_domain")
            var expected = try expectation(row, clientDomain: domain)
            expected.clientDomainKey = try row.optionalString("client_domain_account").map {
                try AccountID(address: $0)
            }
            let verdict = ContractChallengeVerdict(try entries(row), expecting: expected, on: .testnet)
            #expect(verdict.isValid, "\(row["name"]?.asString ?? "") \(verdict.verdict)")
            #expect(verdict.clientDomain.map { String(decoding: $0, as: UTF8.self) } == domain)
            #expect(verdict.client == expected.client && verdict.serverKey == expected.serverKey)
        }
    }

    private static let negative: [String: ContractChallengeError] = [
        "empty": .tooFewEntries, "one-entry": .tooFewEntries, "only-server-twice": .noClientEntry,
        "roots-differ": .differentCalls, "sub-invocation": .subInvocation, "wrong-contract": .wrongContract,
        "wrong-function": .wrongFunction, "no-argument": .wrongArguments, "two-arguments": .wrongArguments,
        "argument-not-a-map": .wrongArguments, "missing-account": .missingArgument,
        "missing-home_domain": .missingArgument, "missing-nonce": .missingArgument,
        "missing-web_auth_domain": .missingArgument, "missing-web_auth_domain_account": .missingArgument,
        "account-of-other": .wrongClientAccount, "account-a-G": .wrongClientAccount,
        "home-domain": .wrongHomeDomain, "home-domain-not-in-list": .wrongHomeDomain,
        "web-auth-domain": .wrongWebAuthDomain, "server-account": .wrongServerAccount,
        "value-not-a-string": .wrongArguments, "client-domain-alone": .clientDomainIncomplete,
        "client-domain-account-alone": .clientDomainIncomplete,
        "client-domain-entry-missing": .noClientDomainEntry, "client-domain-unasked": .clientDomainUnexpected,
        "stranger-entry": .strangerEntry, "unknown-key": .unknownArgument,
        "source-account-credentials": .wrongCredentials, "delegates-arm": .wrongCredentials,
        "server-unsigned": .notSignedByServer, "server-signature-wrong": .notSignedByServer,
        "server-signed-by-other": .notSignedByServer, "client-entry-twice": .severalClientEntries,
    ]

    @Test func `refuses every broken challenge, and names the rule`() throws {
        var judged = 0
        for row in try #require(Self.document).array("negative") {
            let name = try row.string("name")
            guard let entries = try? entries(row) else {
                #expect(["not-xdr", "trailing-bytes"].contains(name), "\(name)")
                continue
            }
            let asked = name == "client-domain-entry-missing" ? "wallet.example" : nil
            let verdict = ContractChallengeVerdict(
                entries, expecting: try expectation(row, clientDomain: asked), on: .testnet)
            // Signing replaces the signature that this one has already.
            #expect(verdict.fault == (name == "client-entry-presigned" ? nil : Self.negative[name]), "\(name)")
            judged += 1
        }
        #expect(judged == 35)
    }

    @Test func `a challenge counts only on its network, and only for the client domain that was asked for`() throws {
        let row = try row("v2")
        let entries = try entries(row)
        var expected = try expectation(row, clientDomain: nil)
        #expect(
            ContractChallengeVerdict(entries, expecting: expected, on: .public).fault == .notSignedByServer)
        expected.clientDomain = .exactly("wallet.example")
        #expect(
            ContractChallengeVerdict(entries, expecting: expected, on: .testnet).fault == .clientDomainMissing)
        let other = try self.row("v2-client-domain")
        expected = try expectation(other, clientDomain: "other.example")
        #expect(
            ContractChallengeVerdict(try self.entries(other), expecting: expected, on: .testnet).fault
                == .clientDomainWrongValue)
        expected = try expectation(other, clientDomain: "wallet.example")
        expected.clientDomainKey = alice.account
        #expect(
            ContractChallengeVerdict(try self.entries(other), expecting: expected, on: .testnet).fault
                == .clientDomainWrongAccount)
    }

    @Test func `a login ends when the server's entry does`() throws {
        let row = try row("v2")
        func fault(latest: UInt32, until end: UInt32?) throws -> ContractChallengeError? {
            var expected = try expectation(row, clientDomain: nil)
            (expected.latestLedger, expected.expirationLedger) = (latest, end)
            return ContractChallengeVerdict(try entries(row), expecting: expected, on: .testnet).fault
        }
        #expect(try fault(latest: 3_400_180, until: 3_400_180) == nil)
        #expect(try fault(latest: 3_400_181, until: nil) == .expired)
        #expect(try fault(latest: 3_400_000, until: 3_400_181) == .endsAfterServer)
        #expect(try fault(latest: 3_400_002, until: 3_400_001) == .expired)
        #expect(try fault(latest: 3_382_900, until: nil) == nil)
        #expect(try fault(latest: 3_382_899, until: nil) == .endsTooLate)
    }

    // MARK: the review

    private func request(_ name: String = "v2", in list: String = "cases") throws -> AuthorizationRequest {
        var entries = try entries(try row(name, in: list))
        let own = try #require(
            entries.firstIndex {
                if case .contract? = $0.credentials.address?.address { true } else { false }
            })
        let entry = entries.remove(at: own)
        return AuthorizationRequest(
            entry: entry, siblings: entries, expirationLedger: 3_400_180, claimedLedger: 3_400_000)
    }

    private func review(
        _ asked: AuthorizationRequest, _ change: (inout ReviewInput) -> Void = { _ in }
    ) -> ReviewedItem {
        var input = ReviewInput(.authorization(asked, on: .testnet), now: now)
        input.claims.kind = .authorization
        input.claims.ledger = asked.claimedLedger
        change(&input)
        return Reviewer.review(input)
    }

    private func server() throws -> AccountID {
        try AccountID(address: try #require(Self.document).string("server_account"))
    }

    @Test(arguments: ["v2", "legacy", "v2-client-domain", "legacy-client-domain"])
    func `a valid login raises a warning but no hold`(name: String) throws {
        let review = review(try request(name)).review
        #expect(review.holds.isEmpty && review.level == .warn, "\(review.findings.map(\.message))")
        #expect(review.findings.filter { $0.rule == .contractLogin }.map(\.level) == [.warn])
        #expect(review.contractLogin?.verdict == "valid")
        #expect(Spending(review).amounts.isEmpty)
    }

    @Test func `a login whose end cannot be told from the claimed newest ledger is held`() throws {
        func levels(_ claimed: UInt32?) throws -> [Level] {
            var asked = try request()
            asked.claimedLedger = claimed
            let review = review(asked).review
            #expect(review.holds.count == review.findings.filter { $0.level == .hold }.count)
            return review.findings.filter { $0.rule == .authorizationExpiry }.map(\.level)
        }
        #expect(try levels(nil) == [.hold])
        // After the end, the login is broken besides.
        #expect(try levels(3_400_180).isEmpty && levels(3_400_181) == [.hold])
        // A ledger that cannot have been reached by the clock.
        #expect(try levels(.max) == [.hold])
        #expect(try levels(3_382_900).isEmpty && levels(3_382_899) == [.hold])
    }

    @Test func `the domain's key in the book lowers a login to info, another key refuses it`() throws {
        func level(_ key: AccountID) throws -> [Level] {
            let book = Book(domains: [KnownDomain(name: "example.com", signingKey: key)])
            return review(try request()) { $0.book = book }.review.findings
                .filter { $0.rule == .contractLogin }.map(\.level)
        }
        #expect(try level(try server()) == [.info])
        #expect(try level(mallory.account) == [.refuse])
    }

    @Test func `compares the challenge of the request with the entries`() throws {
        func fault(_ change: (inout ChallengeClaims) -> Void) throws -> ContractChallengeError? {
            var claims = ChallengeClaims(
                homeDomain: "example.com", webAuthDomain: "auth.example.com",
                webAuthEndpoint: "https://auth.example.com", signingKey: try server())
            change(&claims)
            return review(try request()) { [claims] in $0.claims.challenge = claims }.review.contractLogin?.fault
        }
        #expect(try fault { _ in } == nil)
        #expect(try fault { $0.homeDomain = "Example.com" } == .wrongHomeDomain)
        #expect(try fault { $0.webAuthDomain = "example.com" } == .wrongWebAuthDomain)
        #expect(try fault { $0.signingKey = mallory.account } == .wrongServerAccount)
        #expect(try fault { $0.clientDomain = "wallet.example" } == .clientDomainMissing)
    }

    @Test func `a broken login is refused, and shown as the authorization that it is`() throws {
        var longer = try request()
        longer.expirationLedger += 1
        var alone = try request()
        alone.siblings = []
        var within = try request()
        within.envelope = Scenario().envelope
        var servers = try request()
        swap(&servers.entry, &servers.siblings[0])
        for (asked, fault) in [
            (longer, ContractChallengeError.endsAfterServer), (alone, .tooFewEntries), (within, .inTransaction),
            (servers, .wrongEntry),
        ] {
            let review = review(asked)
            #expect(review.review.contractLogin?.fault == fault)
            #expect(review.review.findings.contains { $0.rule == .contractLogin && $0.level == .refuse })
            #expect(review.review.findings.contains { $0.rule == .authorization && $0.level == .hold })
            #expect(throws: ApprovalError.self) { try review.approve() }
        }
    }

    @Test func `the client domain's own entry can be signed`() throws {
        var asked = try request("v2-client-domain")
        let place = try #require(
            asked.siblings.firstIndex { $0.credentials.address?.address != .account(try server()) })
        swap(&asked.entry, &asked.siblings[place])
        #expect(review(asked).review.contractLogin?.fault == nil)
    }

    @Test func `a policy allows a login by its domain`() throws {
        func refusals(_ allowed: Set<String>) throws -> [String] {
            var policy = Policy()
            policy.networks = [.testnet]
            policy.logins = .only(allowed)
            return review(try request()) { [policy] in $0.policy = policy }.review.findings
                .filter { $0.rule == .policy && $0.level == .refuse }.map(\.message)
        }
        #expect(try refusals(["example.com"]).isEmpty)
        #expect(try refusals(["other.example"]).count == 1)
    }

    @Test func `another key than the account's has to be confirmed`() throws {
        let review = review(try request()) { $0.key = SigningKey(alice.account) }.review
        #expect(review.holds.map(\.rule) == [.foreignKey])
    }

    @Test func `the page, the last screen and the document say that it is a login`() throws {
        let review = review(try request()).review
        let text = ReviewText.of(review)
        #expect(text.contains("Login of a contract account") && text.contains("a valid login; it moves no money"))
        #expect(!text.contains("any transaction"))
        let last = LastScreen([review]).text(on: Screen(), rows: 24)
        #expect(last.contains("login at \"example.com\" as") && last.contains("Outflow  none"))
        let document = ReviewJSON.document(review)
        #expect(document["kind"] == "authorization")
        #expect(document["challenge"]?["verdict"] == "valid")
        #expect(document["challenge"]?["home_domain"] == "example.com")
        #expect(document["challenge"]?["expiration_ledger"]?.asInteger(UInt32.self) == 3_400_180)
    }

    @Test func `every fault has words of its own`() {
        let words = ContractChallengeError.allCases.map(\.phrase.plain)
        #expect(Set(words).count == words.count)
    }
}
