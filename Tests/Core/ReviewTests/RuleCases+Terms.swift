// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR

/// The rules about validity, fees, and what a request says.
extension RuleCases {
    static let terms = [
        RuleCase(.noEnd, .hold, "no bounds") { $0.cond = .none },
        RuleCase(.noEnd, .hold, "no end") { $0.cond = bounds(now.seconds - hour, 0) },
        RuleCase(.noEnd, .warn, "ends with a ledger") {
            $0.cond = conditions {
                $0.timeBounds = nil
                $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: 10)
            }
        },
        RuleCase(.noEnd, .hold, "an end that is more than a year away") {
            $0.cond = bounds(0, now.seconds + 365 * day + 1)
        } not: {
            $0.cond = bounds(0, now.seconds + 365 * day)
        },
        RuleCase(.noEnd, .hold, "the latest possible end") { $0.cond = bounds(0, .max) },
        RuleCase(.noEnd, .hold, "a ledger that may be more than a year away") {
            $0.cond = ledgers(6_307_201)
        } not: {
            $0.cond = conditions { $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: .max) }
        },
        RuleCase(.noEnd, .hold, "a ledger that is more than a year after the claimed one") {
            $0.cond = ledgers(56_307_201)
            $0.setUp = { $0.claims.ledger = 50_000_000 }
        },
        RuleCase(.noEnd, .warn, "a ledger within a year of the claimed one") {
            $0.cond = ledgers(56_307_200)
            $0.setUp = { $0.claims.ledger = 50_000_000 }
        },
        RuleCase(.noEnd, .hold, "a far ledger with an impossible claimed ledger") {
            $0.cond = ledgers(.max)
            $0.setUp = { $0.claims.ledger = .max }
        },
        RuleCase(.noEnd, .hold, "a far end beside a far ledger") {
            $0.cond = conditions {
                $0.timeBounds = TimeBounds(minTime: 0, maxTime: .max)
                $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: .max)
            }
        },
        RuleCase(.noEnd, .warn, "a far end beside a near ledger") {
            $0.cond = conditions {
                $0.timeBounds = TimeBounds(minTime: 0, maxTime: .max)
                $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: 1000)
            }
        },
        RuleCase(.noEnd, .hold, "ledgers without an end") { $0.cond = ledgers(0) },
        RuleCase(.noEnd, .warn, "a far end inside a fee bump") {
            $0.cond = bounds(0, .max)
            $0.payer = bob
        },
        RuleCase(.noEnd, .warn, "inside a fee bump") {
            $0.cond = .none
            $0.payer = bob
        } not: {
            $0.payer = bob
        },
        RuleCase(.farEnd, .warn, "eight days") {
            $0.cond = bounds(0, now.seconds + 8 * day)
        } not: {
            $0.cond = bounds(0, now.seconds + 7 * day)
        },
        RuleCase(.farEnd, .warn, "a year") {
            $0.cond = bounds(0, now.seconds + 365 * day)
        } not: {
            // Over a year away counts as no end.
            $0.cond = bounds(0, now.seconds + 366 * day)
        },
        RuleCase(.farEnd, .warn, "begins tomorrow") {
            $0.cond = bounds(now.seconds + day, now.seconds + 2 * day)
        } not: {
            $0.cond = bounds(now.seconds, now.seconds + day)
        },
        RuleCase(.ended, .warn, "ended") {
            $0.cond = bounds(0, now.seconds - 1)
        } not: {
            $0.cond = bounds(0, now.seconds)
        },
        RuleCase(.ended, .warn, "ends before it begins") {
            $0.cond = bounds(now.seconds + hour, now.seconds + hour - 1)
        } not: {
            $0.cond = bounds(now.seconds + hour, now.seconds + hour)
        },
        RuleCase(.preconditions, .warn, "minSeqNum 0") {
            $0.cond = conditions { $0.minSeqNum = 0 }
        } not: {
            $0.cond = conditions { _ in }
        },
        RuleCase(.preconditions, .warn, "age") { $0.cond = conditions { $0.minSeqAge = 60 } },
        RuleCase(.preconditions, .warn, "gap") { $0.cond = conditions { $0.minSeqLedgerGap = 1 } },
        RuleCase(.preconditions, .warn, "ledgers") {
            $0.cond = conditions { $0.ledgerBounds = LedgerBounds(minLedger: 5, maxLedger: 10) }
        },
        RuleCase(.preconditions, .warn, "extra signer") {
            $0.cond = conditions { $0.extraSigners = bounded([.ed25519(bob.account.key)]) }
        },
        RuleCase(.recovery, .info, "minSeqNum 0 with a minimum age") {
            $0.cond = conditions {
                $0.minSeqNum = 0
                $0.minSeqAge = 180 * 86400
            }
        } not: {
            $0.cond = conditions { $0.minSeqNum = 0 }
        },
        RuleCase(.recovery, .info, "two numbers below with a minimum age") {
            $0.cond = conditions {
                $0.minSeqNum = 99
                $0.minSeqAge = 60
            }
        } not: {
            $0.cond = conditions {
                $0.minSeqNum = 100
                $0.minSeqAge = 60
            }
        },
        RuleCase(.minSequence, .hold, "a recovery") {
            $0.cond = conditions {
                $0.minSeqNum = 0
                $0.minSeqAge = 60
            }
        },
        RuleCase(.fee, .warn, "over 0.1 XLM") {
            $0.fee = 1_000_001
        } not: {
            $0.fee = 1_000_000
        },
        RuleCase(.fee, .warn, "over 0.1 XLM for each of two operations") {
            $0.fee = 2_000_001
            $0.operations = [pay(bob), pay(carol)]
        } not: {
            $0.fee = 2_000_000
            $0.operations = [pay(bob), pay(carol)]
        },
        RuleCase(.fee, .warn, "over 1 XLM in total, little per operation") {
            $0.fee = 10_000_001
            $0.operations = Array(repeating: pay(bob), count: 100)
        } not: {
            $0.fee = 10_000_000
            $0.operations = Array(repeating: pay(bob), count: 100)
        },
        RuleCase(.fee, .warn, "a fee bump over 1 XLM in total") {
            $0.payer = bob
            $0.payerFee = 10_000_001
            $0.operations = Array(repeating: pay(bob), count: 100)
        } not: {
            $0.payer = bob
            $0.payerFee = 10_000_000
            $0.operations = Array(repeating: pay(bob), count: 99)
        },
        RuleCase(.fee, .warn, "over a custom warning limit") {
            $0.fee = 200
            $0.setUp = { $0.limits.feeWarning = Amount(stroops: 199) }
        } not: {
            $0.fee = 200
            $0.setUp = { $0.limits.feeWarning = Amount(stroops: 200) }
        },
        RuleCase(.fee, .hold, "over a custom hold limit") {
            $0.fee = 200
            $0.setUp = { $0.limits.feeHold = Amount(stroops: 199) }
        },
        RuleCase(.fee, .warn, "ten XLM") { $0.fee = 100_000_000 },
        RuleCase(.fee, .hold, "over ten XLM") { $0.fee = 100_000_001 },
        RuleCase(.fee, .hold, "fee bump over ten XLM") {
            $0.payer = bob
            $0.payerFee = 100_000_001
        } not: {
            $0.payer = bob
            $0.fee = .max
        },
        RuleCase(.feeBump, .info, "fee bump") { $0.payer = bob },
        RuleCase(.foreignFeeBump, .warn, "of an unknown transaction") {
            $0.payer = bob
        } not: {
            $0.payer = alice
        },
        RuleCase(.foreignFeeBump, .warn, "of another transaction than the one signed") {
            $0.payer = bob
            $0.setUp = { $0.history = FixedHistory(hash: TransactionHash(hash(9))) }
        } not: {
            let inner = Scenario().envelope.hash(on: .testnet)
            $0.payer = bob
            $0.setUp = { $0.history = FixedHistory(hash: inner) }
        },
        RuleCase(.malformed, .refuse, "no operations") { $0.operations = [] },
        RuleCase(.malformed, .refuse, "no operations inside a fee bump") {
            $0.operations = []
            $0.payer = bob
        } not: {
            $0.payer = bob
        },
        RuleCase(.bareHash, .refuse, "a hash") { $0.subject = .bareHash(TransactionHash(hash(1))) },
        RuleCase(.payloadOfHash, .refuse, "32 bytes") {
            $0.subject = .payload(hash(1).bytes)
        } not: {
            $0.subject = .payload(hash(1).bytes + [0])
        },
        RuleCase(.file, .warn, "a file") {
            $0.subject = .file(statement("content", name: "SHA256SUMS"))
        } not: {
            $0.subject = .message(Array("content".utf8))
        },
        RuleCase(.payload, .hold, "33 bytes") {
            $0.subject = .payload(hash(1).bytes + [0])
        } not: {
            $0.subject = .payload(hash(1).bytes)
        },
        RuleCase(.otherKind, .refuse, "called a message") {
            $0.setUp = { $0.claims.kind = .message }
        } not: {
            $0.setUp = { $0.claims.kind = .transaction }
        },
        RuleCase(.otherKind, .refuse, "a fee bump called a challenge") {
            $0.payer = bob
            $0.setUp = { $0.claims.kind = .challenge }
        } not: {
            $0.payer = bob
            $0.setUp = { $0.claims.kind = .transaction }
        },
        RuleCase(.network, .refuse, "two networks") {
            $0.setUp = { $0.claims.networks = [.testnet, .public] }
        } not: {
            $0.setUp = { $0.claims.networks = [.testnet, .testnet] }
        },
        RuleCase(.network, .refuse, "no passphrase") { $0.network = Network(passphrase: "") },
        RuleCase(.network, .refuse, "a passphrase that looks like a known one") {
            $0.network = Network(passphrase: "Test SDF Netw0rk ; September 2O15")
        } not: {
            $0.network = Network(passphrase: "Test SDF Network ; September 2016")
        },
        RuleCase(.unknownNetwork, .hold, "a private network") {
            $0.network = Network(passphrase: "My Net ; 2026")
        } not: {
            $0.network = .local
        },
        RuleCase(.newProtocol, .warn, "a protocol of tomorrow") {
            $0.setUp = { $0.claims.protocolVersion = UInt32(Protocol.newestTested) + 1 }
        } not: {
            $0.setUp = { $0.claims.protocolVersion = UInt32(Protocol.newestTested) }
        },
        RuleCase(.keyPath, .refuse, "another path") {
            $0.setUp = {
                $0.key = SigningKey(alice.account, path: "m/44'/148'/0'")
                $0.claims.keyPath = "m/44'/148'/1'"
            }
        } not: {
            $0.setUp = {
                $0.key = SigningKey(alice.account, path: "m/44'/148'/0'")
                $0.claims.keyPath = "m/44'/148'/0'"
            }
        },
        RuleCase(.keyPath, .refuse, "a fingerprint for a key that has none") {
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.keyFingerprint = [1, 2, 3, 4]
            }
        } not: {
            $0.setUp = { $0.key = SigningKey(alice.account) }
        },
        RuleCase(.keyPath, .refuse, "another account") {
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.keyAccount = mallory.account
            }
        } not: {
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.keyAccount = alice.account
            }
        },
        RuleCase(.foreignKey, .info, "the source's own key") { $0.setUp = { $0.key = SigningKey(alice.account) } },
        RuleCase(.foreignKey, .hold, "an unrelated key") {
            $0.setUp = { $0.key = SigningKey(mallory.account) }
        } not: {
            $0.setUp = { $0.candidates = [mallory.account] }
        },
        RuleCase(.foreignKey, .warn, "an unrelated key that the request names, without a book") {
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.claims.signers = [alice.muxed, mallory.muxed]
                $0.isWithoutBook = true
            }
        } not: {
            $0.setUp = {
                $0.claims.signers = [alice.muxed, mallory.muxed]
                $0.isWithoutBook = true
            }
        },
        RuleCase(.foreignKey, .hold, "an unrelated key that the request does not name, without a book") {
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.claims.signers = [alice.muxed]
                $0.isWithoutBook = true
            }
        },
        RuleCase(.foreignKey, .hold, "a key that the request names and the book does not list") {
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.claims.signers = [alice.muxed, mallory.muxed]
                $0.book = Book()
            }
        },
        RuleCase(.foreignKey, .hold, "the inner source's key for a fee bump, without a book") {
            $0.payer = bob
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.signers = [alice.muxed]
                $0.isWithoutBook = true
            }
        },
        RuleCase(.foreignKey, .hold, "a message for another account, without a book") {
            $0.subject = .message(Array("hello".utf8))
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.claims.signers = [alice.muxed]
                $0.isWithoutBook = true
            }
        } not: {
            $0.subject = .message(Array("hello".utf8))
        },
        RuleCase(.foreignKey, .hold, "an unrelated key, with an empty book") {
            $0.setUp = {
                $0.key = SigningKey(mallory.account)
                $0.book = Book()
                $0.isWithoutBook = false
            }
        },
        RuleCase(.foreignKey, .info, "the source's own key, without a book") {
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.isWithoutBook = true
            }
        },
        RuleCase(.foreignKey, .hold, "the inner source's key for a fee bump") {
            $0.payer = bob
            $0.setUp = { $0.key = SigningKey(alice.account) }
        },
        RuleCase(.foreignKey, .warn, "a signer listed in the book") {
            $0.setUp = {
                let signer = Signer(key: .ed25519(mallory.account.key), weight: 1)
                $0.key = SigningKey(mallory.account)
                $0.book = Book(accounts: [KnownAccount(account: alice.account, signers: [signer])])
            }
        },
        RuleCase(.signedBefore, .info, "this hash") {
            let hash = $0.envelope.hash(on: .testnet)
            $0.setUp = { $0.history = FixedHistory(hash: hash, sequence: 101, isByKey: true) }
        } not: {
            $0.setUp = { $0.history = FixedHistory(hash: TransactionHash(hash(9)), sequence: 100) }
        },
        RuleCase(.signedBefore, .info, "this hash with another key") {
            let hash = $0.envelope.hash(on: .testnet)
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.history = FixedHistory(hash: hash, sequence: 101)
            }
        },
        RuleCase(.replaceable, .refuse, "replace") {
            $0.setUp = {
                $0.claims.link = LinkClaims()
                $0.claims.link?.replace = "sourceAccount:X;X:account"
            }
        } not: {
            $0.setUp = { $0.claims.link = LinkClaims() }
        },
        RuleCase(.link, .warn, "from a known domain, for another key's signature") {
            $0.setUp = {
                link("example.com", verifies: true)(&$0)
                $0.key = SigningKey(alice.account)
                $0.claims.signers = [bob.muxed]
            }
        },
        RuleCase(.link, .info, "from a known domain, for this key's signature") {
            $0.setUp = {
                link("example.com", verifies: true)(&$0)
                $0.key = SigningKey(alice.account)
                $0.claims.signers = [alice.muxed]
            }
        },
        RuleCase(.link, .warn, "unsigned") { $0.setUp = { $0.claims.link = LinkClaims() } },
        RuleCase(.link, .hold, "two edits from a known domain") {
            $0.setUp = link("examp1e.com")
        } not: {
            $0.setUp = { $0.book = domains }
        },
        RuleCase(.link, .hold, "punycode") { $0.setUp = link("xn--bcher-kva.example") },
        RuleCase(.link, .warn, "unknown domain") { $0.setUp = link("elsewhere.org") },
        RuleCase(.link, .refuse, "known domain, wrong signature") { $0.setUp = link("example.com", verifies: false) },
        RuleCase(.link, .info, "known domain, right signature") { $0.setUp = link("example.com", verifies: true) },
        RuleCase(.message, .warn, "a message") { $0.subject = .message(Array("Hello".utf8)) },
        RuleCase(.message, .hold, "64 hexadecimal digits") {
            $0.subject = .message(Array(String(repeating: "a1", count: 32).utf8))
        },
        RuleCase(.message, .refuse, "a transaction") { $0.subject = .message(Scenario().envelope.xdr) },
        RuleCase(.login, .refuse, "sequence number 0 without a valid login") {
            $0.sequence = 0
        } not: {
            $0.sequence = 1
        },
        RuleCase(.login, .warn, "resembles a login, with another sequence number") {
            $0.operations = [data("example.com auth", "x", by: bob)]
        } not: {
            $0.operations = [data("example.com author", "x", by: bob)]
        },
    ]

    /// Ledger bounds only.
    private static func ledgers(_ most: UInt32) -> Preconditions {
        conditions {
            $0.timeBounds = nil
            $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: most)
        }
    }

    /// The XLM asset contract on testnet, as explorers show it.
    static var nativeContract: SCAddress {
        guard case .contract(let id)? = try? StrKey("CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC") else {
            preconditionFailure("a test's address")
        }
        return .contract(id)
    }

    private static let domains = Book(domains: [KnownDomain(name: "example.com", linkKey: bob.account)])

    private static func link(_ domain: String, verifies: Bool? = nil) -> @Sendable (inout ReviewInput) -> Void {
        {
            $0.book = domains
            var link = LinkClaims()
            link.originDomain = domain
            link.signatureVerifies = verifies
            $0.claims.link = link
        }
    }
}
