// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct ChallengeTests {
    @Test func `gives the expected verdict on every SEP-10 vector`() throws {
        var judged = 0
        for row in try Vectors.rows("sep10.json") where row["stage"] == "challenge" {
            let name = try row.string("name")
            let xdr = (try? Base64.decode(try row.string("xdr"))).flatMap { try? TransactionEnvelope(xdr: $0) }
            guard let envelope = xdr else {
                #expect(try row.string("expect") == "bad_xdr", "\(name)")
                continue
            }
            let verdict = ChallengeVerdict(
                HashedTransaction(envelope, on: Network(passphrase: try row.string("network_passphrase"))),
                expecting: try expectation(row), at: Timestamp(try row.integer("now")))
            #expect(try verdict.verdict == row.string("expect"), "\(name)")
            judged += 1
        }
        #expect(judged > 60)
    }

    /// Everything that the requester of the challenge knows.
    private func expectation(_ row: JSON) throws -> ChallengeExpectation {
        var expected = ChallengeExpectation()
        expected.serverKey = try AccountID(address: try row.string("server_key"))
        expected.homeDomain = try row.string("home_domain")
        expected.webAuthDomain = try row.string("web_auth_domain")
        expected.client = .exactly(try MuxedAccount(address: try row.string("client")))
        expected.memo = .exactly(row["memo"] == .null ? nil : try row.decimalString("memo", as: UInt64.self))
        expected.clientDomain = .exactly(try row.optionalString("client_domain"))
        expected.clientDomainKey = try row.optionalString("client_domain_key").map { try AccountID(address: $0) }
        return expected
    }

    /// A login of Alice at Bob's server.
    private func login(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
        Scenario {
            $0.source = bob.muxed
            $0.sequence = 0
            $0.cond = bounds(now.seconds - 10, now.seconds + 900)
            $0.operations = [
                data("example.com auth", Base64.encode(Array(repeating: 5 as UInt8, count: 48)), by: alice),
                data("web_auth_domain", "auth.example.com", by: bob),
            ]
            $0.signers = [bob]
            $0.setUp = { $0.key = SigningKey(alice.account) }
            change(&$0)
        }
    }

    private func levels(_ scenario: Scenario) -> [Level] {
        scenario.review.findings.filter { $0.rule == .login }.map(\.level)
    }

    @Test func `a valid login raises a warning but no hold`() throws {
        let review = login().review
        #expect(review.kind == .challenge && review.holds.isEmpty && review.level == .warn)
        #expect(review.challenge?.verdict == "valid")
        #expect(levels(login()) == [.warn])
        #expect(try login().reviewed.approve().signed(by: alice).envelope?.signatures.count == 2)
    }

    @Test func `the domain's key in the book lowers a login to info, another key refuses it`() {
        func with(_ key: Person) -> Scenario {
            login {
                $0.setUp = { $0.book = Book(domains: [KnownDomain(name: "example.com", signingKey: key.account)]) }
            }
        }
        #expect(levels(with(bob)) == [.info])
        #expect(levels(with(mallory)) == [.refuse])
    }

    @Test func `checks the challenge fields of the request against the envelope`() {
        func claiming(_ change: (inout ChallengeClaims) -> Void) -> Scenario {
            var claims = ChallengeClaims(
                homeDomain: "example.com", webAuthDomain: "auth.example.com",
                webAuthEndpoint: "https://auth.example.com",
                signingKey: bob.account)
            change(&claims)
            return login { $0.setUp = { [claims] in $0.claims.challenge = claims } }
        }
        #expect(claiming { _ in }.review.challenge?.verdict == "valid")
        #expect(claiming { $0.homeDomain = "Example.com" }.review.challenge?.fault == .wrongHomeDomain)
        #expect(claiming { $0.webAuthDomain = "example.com" }.review.challenge?.fault == .wrongWebAuthDomain)
        #expect(claiming { $0.signingKey = mallory.account }.review.challenge?.fault == .wrongSource)
        let forCarol = login { $0.setUp = { $0.claims.signers = [carol.muxed] } }
        #expect(forCarol.review.challenge?.fault == .wrongClientAccount)
    }

    @Test func `refuses a challenge that also contains a payment`() {
        let paying = login { $0.operations.append(pay(bob, by: alice)) }
        #expect(paying.review.kind == .challenge && levels(paying) == [.refuse])
        #expect(throws: ApprovalError.self) { try paying.reviewed.approve() }
    }

    @Test func `refuses a login that the server did not sign for this network`() {
        #expect(levels(login { $0.signers = [] }) == [.refuse])
        #expect(levels(login { $0.signers = [mallory] }) == [.refuse])
        let elsewhere = login { $0.subject = .envelope($0.envelope, on: .public) }
        #expect(levels(elsewhere) == [.refuse])
    }

    @Test func `reviews a login with a nonzero sequence number as a transaction`() {
        for sequence in [1, -1, Int64.max] {
            let other = login { $0.sequence = sequence }
            #expect(other.review.kind == .transaction && other.review.challenge == nil)
            #expect(levels(other) == [.warn])
        }
    }

    @Test func `a login inside a fee bump is refused`() {
        let bumped = login { $0.payer = carol }
        #expect(bumped.review.kind == .feeBump)
        #expect(bumped.review.inner?.findings.contains { $0.rule == .login && $0.level == .refuse } == true)
        #expect(throws: ApprovalError.self) { try bumped.reviewed.approve() }
    }

    @Test func `a login with another account's key needs a confirmation`() {
        let foreign = login { $0.setUp = { $0.key = SigningKey(mallory.account) } }
        #expect(foreign.review.holds.map(\.rule) == [.foreignKey])
        let withoutBook = login {
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.isWithoutBook = true
            }
        }
        #expect(withoutBook.review.holds.map(\.rule) == [.foreignKey])
        // The server's own key is not a client account.
        let server = login { $0.setUp = { $0.key = SigningKey(bob.account) } }
        #expect(server.review.holds.map(\.rule) == [.foreignKey])
    }
}
