// SPDX-License-Identifier: Apache-2.0

// Imports without @testable: these tests see only the public API.
import ColdstarSigner
import ColdstarStellar
import Foundation
import TestSupport
import Testing

/// The signer's library, each test with a vault of its own; each PIN entry takes half a second.
struct PublicAPITests {
    private static let pin = "29401755"
    private static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

    private static func secret(_ text: String) throws(ColdstarError) -> Secret {
        let bytes = Array(text.utf8)
        return try Secret(capacity: max(64, bytes.count)) {
            $0.copyBytes(from: bytes)
            return bytes.count
        }
    }

    private struct Machine: ~Copyable {
        private let folder = TemporaryFolder()
        let vault: SigningVault
        let key: SigningKey

        init() throws {
            vault = SigningVault(folder: folder.path("vault"))
            key = try vault.createKey(named: "savings", pin: try secret(pin)) { _ in }
        }

        /// A payment of the key's account to another one, valid for an hour.
        func payment(to destination: String = alice) -> String {
            transaction(
                """
                type: PAYMENT
                paymentOp.destination: \(destination)
                paymentOp.asset: XLM
                paymentOp.amount: 105000000
                """)
        }

        /// A transaction of one operation, whose lines are those of its body.
        func transaction(_ body: String) -> String {
            let lines = body.split(separator: "\n").map { "tx.operations[0].body.\($0)" }.joined(separator: "\n")
            let end = UInt64(Date.now.timeIntervalSince1970) + 3600
            return """
                type: ENVELOPE_TYPE_TX
                tx.sourceAccount: \(key.account)
                tx.fee: 100
                tx.seqNum: 5
                tx.cond.type: PRECOND_TIME
                tx.cond.timeBounds.minTime: 0
                tx.cond.timeBounds.maxTime: \(end)
                tx.memo.type: MEMO_NONE
                tx.operations.len: 1
                tx.operations[0].sourceAccount._present: false
                \(lines)
                tx.ext.v: 0
                signatures.len: 0
                """
        }
    }

    @Test func `signs a payment after its review and typed answers`() throws {
        let machine = try Machine()
        #expect(try machine.vault.keys() == [machine.key])
        let review = try machine.vault.review(machine.payment(), by: ["savings"], on: .testnet)
        #expect(review.text.contains("10.5 XLM") && !review.findings.isEmpty)
        let answers = review.questions.map(\.value)
        #expect(!answers.isEmpty)
        let signed = try review.sign(answering: answers) { _ throws(ColdstarError) in try Self.secret(Self.pin) }
        let transaction = try Transaction(parsing: try signed.text(.envelope))
        #expect(transaction.signatureCount == 1)
        #expect(transaction.hash(on: .testnet) == review.hash)
        #expect(try signed.text(.response).contains("coldstar-response"))
    }

    @Test func `an error says by a code what a program can act upon`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), by: ["savings"], on: .testnet)
        func codes(_ answers: [String], _ pin: (String) throws(ColdstarError) -> Secret) -> [String]? {
            let error = #expect(throws: ColdstarError.self) { try review.sign(answering: answers, pin: pin) }
            #expect(error?.kind == .refused)
            return error?.codes.map(\.text)
        }
        let right: (String) throws(ColdstarError) -> Secret = { _ throws(ColdstarError) in try Self.secret(Self.pin) }
        #expect(codes(["no"], right) == ["declined"])
        #expect(codes([], right) == [])
        #expect(codes(["yes"]) { _ throws(ColdstarError) in try Self.secret("00000000") } == ["wrong_pin"])
        // After a wrong PIN the same review is signed.
        _ = try review.sign(answering: ["yes"], pin: right)
        let weak = #expect(throws: ColdstarError.self) {
            try machine.vault.createKey(named: "other", pin: try Self.secret("111111")) { _ in }
        }
        #expect(weak?.codes.map(\.text) == ["weak_pin"])
    }

    @Test func `what the prompt for a PIN throws comes back as it is`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), by: ["savings"], on: .testnet)
        let left = ColdstarError(.refused, "the person left the prompt", hint: "ask again")
        let error = #expect(throws: ColdstarError.self) {
            try review.sign(answering: ["yes"]) { _ throws(ColdstarError) in throw left }
        }
        #expect(error == left)
        let unread = #expect(throws: ColdstarError.self) {
            try review.sign(answering: ["yes"]) { _ throws(ColdstarError) in
                try Secret(capacity: 8) { _ throws(ColdstarError) in throw ColdstarError(.notFound, "no descriptor") }
            }
        }
        #expect(unread?.kind == .notFound && unread?.message == "no descriptor")
    }

    @Test func `the review says what the account's signers have to reach, and who is asked`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        #expect(review.required.map(\.account) == [machine.key.account])
        #expect(review.required.map(\.thresholds) == [[.low, .medium]])
        // Of a fee bump, who pays comes first.
        let inner = machine.payment().split(separator: "\n").map { line in
            line.hasPrefix("type:")
                ? "feeBump.tx.innerTx.type: ENVELOPE_TYPE_TX" : "feeBump.tx.innerTx.\(line)"
        }
        let bump =
            ["type: ENVELOPE_TYPE_TX_FEE_BUMP", "feeBump.tx.feeSource: \(Self.alice)", "feeBump.tx.fee: 400"] + inner
            + ["feeBump.tx.ext.v: 0", "feeBump.signatures.len: 0"]
        let bumped = try machine.vault.review(bump.joined(separator: "\n"), on: .testnet)
        #expect(bumped.required.map(\.account) == [try Account(parsing: Self.alice), machine.key.account])
        #expect(bumped.required.map(\.thresholds) == [[.low], [.low, .medium]])
        #expect(review.note == nil && review.askedToSign.isEmpty)
        #expect(review.names(of: try Account(parsing: Self.alice)).isEmpty)
    }

    @Test func `the review is values from which a page can be drawn`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        guard case .transaction(let transaction) = review.subject else {
            Issue.record("a transaction was reviewed")
            return
        }
        #expect(transaction.hash(on: .testnet) == review.hash && review.network == .testnet)
        let amount = try Amount(parsing: "10.5")
        #expect(transaction.operations == [.payment(of: amount, to: try Account(parsing: Self.alice))])
        let movements = try #require(review.movements)
        #expect(movements.leaving.map(\.amount) == ["10.5"] && movements.leaving.map(\.asset) == [.native])
        #expect(movements.leaving.map(\.holder) == [ContractAddress(machine.key.account)])
        #expect(movements.entering.isEmpty && movements.isBounded && review.authority.isEmpty)
        #expect(review.keys == [machine.key] && review.signedBy.isEmpty && review.warnings.isEmpty)
        #expect(review.questions.map(\.value) == ["yes"] && review.questions.allSatisfy { $0.target == nil })
        #expect(review.findings.contains { $0.rule == "W-NEWDEST" && $0.level == .warning && $0.part == .request })
        for finding in review.findings { #expect(review.text.contains(finding.rule)) }
    }

    @Test func `a merge has no bound, and a new signer is an authority that changes`() throws {
        let machine = try Machine()
        let merge = try machine.vault.review(
            machine.transaction("type: ACCOUNT_MERGE\ndestination: \(Self.alice)"), on: .testnet)
        #expect(merge.movements?.merges == 1 && merge.movements?.isBounded == false)
        let names = ["inflationDest", "clearFlags", "setFlags", "masterWeight", "lowThreshold", "medThreshold"]
        let absent = (names + ["highThreshold", "homeDomain"]).map { "setOptionsOp.\($0)._present: false" }
        let options = try machine.vault.review(
            machine.transaction(
                """
                type: SET_OPTIONS
                \(absent.joined(separator: "\n"))
                setOptionsOp.signer._present: true
                setOptionsOp.signer.key: \(Self.alice)
                setOptionsOp.signer.weight: 255
                """), on: .testnet)
        let authority = try #require(options.authority.first)
        #expect(authority.account == machine.key.account && authority.knownFrom == .unknown)
        let signer = try #require(authority.signers.first { $0.key.description == Self.alice })
        #expect(signer.weight == 255 && signer.isNew && !signer.reachesAlone.isEmpty && authority.mayHaveOthers)
        let hold = try #require(options.questions.first { $0.rule == "W-NEWSIGNER" })
        #expect(hold.target?.contains(Self.alice) == true && Self.alice.hasSuffix(hold.value))
    }

    @Test func `refuses to sign with missing, wrong or extra answers`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        for answers in [[], ["no"], review.questions.map { _ in "" }, review.questions.map(\.value) + ["yes"]] {
            let error = #expect(throws: ColdstarError.self) {
                try review.sign(answering: answers) { _ throws(ColdstarError) in
                    Issue.record("the PIN was asked for")
                    return try Self.secret(Self.pin)
                }
            }
            #expect(error?.kind == .refused)
        }
    }

    @Test func `a wrong PIN signs nothing`() throws {
        let machine = try Machine()
        let review = try machine.vault.review(machine.payment(), on: .testnet)
        let error = #expect(throws: ColdstarError.self) {
            try review.sign(answering: review.questions.map(\.value)) { _ throws(ColdstarError) in
                try Self.secret("29401756")
            }
        }
        #expect(error?.kind == .refused)
    }

    @Test func `reports misuse if a transaction comes without a network`() throws {
        let machine = try Machine()
        let error = #expect(throws: ColdstarError.self) { try machine.vault.review(machine.payment()) }
        #expect(error?.kind == .misuse)
    }

    @Test(arguments: ["", "AAAA", "hello", "{\"format\": \"coldstar-request\"}"])
    func `rejects input that is not a request`(text: String) throws {
        let vault = SigningVault(folder: "/nonexistent")
        #expect(throws: ColdstarError.self) { try vault.review(text, on: .testnet) }
    }

    @Test(arguments: ["1234\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "29401755\n", "a passphrase\u{7f}"])
    func `a PIN with control characters creates no key`(pin: String) throws {
        let vault = SigningVault(folder: "/nonexistent")
        let error = #expect(throws: ColdstarError.self) {
            try vault.createKey(named: "savings", pin: try Self.secret(pin)) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        #expect(error?.kind == .invalidInput)
    }

    @Test func `a PIN excludes the unused rest of its buffer`() throws {
        let secret = try Self.secret("1234")
        #expect(secret.withBytes { $0.count } == 4)
    }

    // The official vector 4 of SLIP-39; its secret, with the passphrase, is read as the entropy of words.
    private static let shares = """
        shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed
        shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice unkind craft early superior advocate guest smoking
        """
    private static let sharedAccount = "GAXBA4NFYF65FAOCTJO7SAFBWECBZZKAFSVNOZWEQZFCYPBDRXLKTZUS"

    @Test func `restores the account of shares, and no other`() throws {
        let machine = try Machine()
        let shares = try Self.secret(Self.shares)
        let passphrase: Secret? = try Self.secret("TREZOR")
        let key = try machine.vault.restoreKey(
            named: "restored", fromShares: shares, of: try Account(parsing: Self.sharedAccount),
            passphrase: passphrase, pin: try Self.secret(Self.pin))
        #expect(key.account.address == Self.sharedAccount)
        // Without the passphrase the shares give another account.
        let error = #expect(throws: ColdstarError.self) {
            try machine.vault.restoreKey(
                named: "other", fromShares: shares, of: try Account(parsing: Self.sharedAccount),
                pin: try Self.secret(Self.pin))
        }
        #expect(error?.kind == .invalidInput)
        #expect(try machine.vault.keys().count == 2)
    }

    @Test func `a weak PIN or a name in use creates no key`() throws {
        let machine = try Machine()
        #expect(throws: ColdstarError.self) {
            try machine.vault.createKey(named: "other", pin: try Self.secret("1234")) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        let error = #expect(throws: ColdstarError.self) {
            try machine.vault.createKey(named: "savings", pin: try Self.secret(Self.pin)) { _ in
                Issue.record("showed the words of a key that was not created")
            }
        }
        #expect(error?.kind == .notWritten)
        #expect(try machine.vault.keys().count == 1)
    }
}
