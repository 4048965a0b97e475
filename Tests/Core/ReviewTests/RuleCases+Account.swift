// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR

/// The rules about accounts, signers, sequence numbers and sponsorship.
enum RuleCases {
    static let account = [
        RuleCase(.masterWeight, .hold, "master weight 0") {
            $0.operations = [options { $0.masterWeight = 0 }]
        } not: {
            $0.operations = [options { $0.masterWeight = 1 }]
        },
        RuleCase(.signer, .hold, "key added") {
            $0.operations = [signer(.ed25519(mallory.account.key))]
        } not: {
            $0.operations = [homeDomain()]
        },
        RuleCase(.signer, .hold, "key removed") { $0.operations = [signer(.ed25519(bob.account.key), weight: 0)] },
        RuleCase(.signer, .hold, "hash(x)") { $0.operations = [signer(.hashX(hash(1)))] },
        RuleCase(.signer, .hold, "pre-authorized") { $0.operations = [signer(.preAuthTx(hash(2)))] },
        RuleCase(.signer, .hold, "signed payload") {
            $0.operations = [
                signer(.ed25519SignedPayload(.init(ed25519: bob.account.key, payload: bytes("payload"))))
            ]
        },
        RuleCase(.unreviewedPreAuth, .refuse, "the pre-authorized transaction is not attached") {
            $0.operations = [signer(.preAuthTx(hash(2)))]
        } not: {
            let other = Scenario { $0.sequence = 7 }.envelope
            $0.operations = [signer(.preAuthTx(other.hash(on: .testnet).hash))]
            $0.setUp = { $0.companions = [other] }
        },
        RuleCase(.unreviewedPreAuth, .refuse, "the attached transaction is for another network") {
            let other = Scenario { $0.sequence = 7 }.envelope
            $0.operations = [signer(.preAuthTx(other.hash(on: .public).hash))]
            $0.setUp = { $0.companions = [other] }
        } not: {
            $0.operations = [signer(.preAuthTx(hash(2)), weight: 0)]
        },
        RuleCase(.signer, .hold, "master weight 255") {
            $0.operations = [options { $0.masterWeight = 255 }]
        } not: {
            $0.operations = [options { $0.masterWeight = 0 }]
        },
        RuleCase(.threshold, .hold, "medium") {
            $0.operations = [options { $0.medThreshold = 2 }]
        } not: {
            $0.operations = [homeDomain()]
        },
        RuleCase(.lockout, .hold, "two of three signers removed, where two are needed") {
            $0.operations = [bob, carol].map { signer(.ed25519($0.account.key), weight: 0) }
            $0.setUp = { $0.book = twoOfThree }
        } not: {
            $0.operations = [signer(.ed25519(bob.account.key), weight: 0)]
            $0.setUp = { $0.book = twoOfThree }
        },
        RuleCase(.lockout, .hold, "a created account left without a signer") {
            $0.operations = [create(carol), options(by: carol) { $0.masterWeight = 0 }]
        } not: {
            // Nothing is known about this account, so no lockout is reported.
            $0.operations = [options { $0.masterWeight = 0 }]
        },
        RuleCase(.newSigner, .hold, "a key that reaches every threshold") {
            $0.operations = [signer(.ed25519(mallory.account.key))]
            $0.setUp = { $0.book = Book(accounts: [KnownAccount(account: alice.account)]) }
        } not: {
            $0.operations = [signer(.ed25519(mallory.account.key))]
            $0.setUp = { $0.book = twoOfThree }
        },
        RuleCase(.newSigner, .hold, "the own key, which had no weight") {
            $0.operations = [options { $0.masterWeight = 1 }]
            $0.setUp = {
                $0.book = Book(accounts: [
                    KnownAccount(
                        account: alice.account, masterWeight: 0,
                        signers: [Signer(key: .ed25519(bob.account.key), weight: 1)])
                ])
            }
        } not: {
            $0.operations = [options { $0.masterWeight = 1 }]
            $0.setUp = { $0.book = Book(accounts: [KnownAccount(account: alice.account)]) }
        },
        RuleCase(.newSigner, .hold, "a hash(x) signer whose thresholds are not known") {
            $0.operations = [signer(.hashX(hash(1)))]
        } not: {
            $0.operations = [removing(bob)]
        },
        RuleCase(.otherSigners, .hold, "a change where the request knows a signer that the book lacks") {
            $0.operations = [removing(bob)]
            $0.setUp = { input in
                input.book = twoOfThree
                claimSigners(&input, [bob, carol, mallory])
            }
        } not: {
            $0.operations = [removing(bob)]
            $0.setUp = { input in
                input.book = twoOfThree
                claimSigners(&input, [bob, carol])
            }
        },
        RuleCase(.otherSigners, .warn, "a payment where the book has a signer who was removed") {
            $0.operations = [pay(mallory)]
            $0.setUp = { input in
                input.book = twoOfThree
                claimSigners(&input, [bob])
            }
        } not: {
            $0.operations = [pay(mallory)]
            $0.setUp = { $0.book = twoOfThree }
        },
        RuleCase(.threshold, .hold, "low set to 0") { $0.operations = [options { $0.lowThreshold = 0 }] },
        RuleCase(.threshold, .hold, "high") { $0.operations = [options { $0.highThreshold = 5 }] },
        RuleCase(.revealedSecret, .hold, "a hash(x) preimage among the signatures") {
            let secret = Array("open sesame".utf8)
            $0.signatures = [
                DecoratedSignature(hint: .last(of: SHA256.hash(secret)), signature: bytes("open sesame"))
            ]
        } not: {
            $0.signers = [alice]
        },
        RuleCase(.revealedSecret, .hold, "a hash(x) preimage to be added") {
            $0.setUp = { $0.revealing = hash(9) }
        },
        RuleCase(.revealedSecret, .hold, "a hash(x) preimage to be added inside a fee bump") {
            $0.payer = bob
            $0.setUp = { $0.revealing = hash(9) }
        },
        RuleCase(.wrongSignature, .warn, "a signature of another transaction") {
            $0.signatures = [bob.signature(TransactionHash(hash(9)))]
        } not: {
            $0.signers = [bob]
        },
        RuleCase(.wrongSignature, .warn, "inside a fee bump") {
            $0.signatures = [alice.signature(TransactionHash(hash(9)))]
            $0.payer = carol
        } not: {
            $0.signers = [alice]
            $0.payer = carol
        },
        RuleCase(.wrongSignature, .warn, "the signing key's own, for another network") {
            let other = Scenario { $0.network = .public }.envelope.hash(on: .public)
            $0.signatures = [mallory.signature(other)]
            $0.setUp = { $0.key = SigningKey(mallory.account) }
        } not: {
            // The key is not named in this transaction.
            $0.signatures = [mallory.signature(TransactionHash(hash(9)))]
        },
        RuleCase(.malformed, .refuse, "a sequence number below 0") {
            $0.sequence = -5
        } not: {
            $0.sequence = 1
        },
        RuleCase(.malformed, .refuse, "a sequence number below 0, inside a fee bump") {
            $0.sequence = -1
            $0.payer = bob
        },
        RuleCase(.accountFlags, .hold, "authorization required") {
            $0.operations = [options { $0.setFlags = 1 }]
        } not: {
            $0.operations = [options { $0.setFlags = 0 }]
        },
        RuleCase(.accountFlags, .hold, "immutable") { $0.operations = [options { $0.setFlags = 4 }] },
        RuleCase(.accountFlags, .hold, "clawback cleared") { $0.operations = [options { $0.clearFlags = 8 }] },
        RuleCase(.homeDomain, .hold, "changed") {
            $0.operations = [homeDomain()]
        } not: {
            $0.operations = [options { $0.medThreshold = 2 }]
        },
        RuleCase(.merge, .hold, "merge") { $0.operations = [operation(.accountMerge(bob.muxed))] },
        RuleCase(.sponsorship, .hold, "begins") {
            $0.operations = [operation(.beginSponsoringFutureReserves(.init(sponsoredID: carol.account)))]
        },
        RuleCase(.sponsorship, .hold, "ends") { $0.operations = [operation(.endSponsoringFutureReserves, by: carol)] },
        RuleCase(.sponsorship, .hold, "of another account revoked") {
            $0.operations = [operation(.revokeSponsorship(.ledgerEntry(.account(.init(accountID: bob.account)))))]
        } not: {
            $0.operations = [operation(.revokeSponsorship(.ledgerEntry(.account(.init(accountID: alice.account)))))]
        },
        RuleCase(.dataEntry, .warn, "entry written") { $0.operations = [data("note", "hello")] },
        RuleCase(.dataEntry, .refuse, "a secret key") {
            $0.operations = [data("note", "key: \(MessageTests.secret)")]
        } not: {
            // No data entry at all: any entry raises at least the warning.
            $0.operations = [pay(bob)]
        },
        RuleCase(.dataEntry, .refuse, "a mnemonic in the name") {
            $0.operations = [data(String(repeating: "add age ", count: 6), "1")]
        },
        RuleCase(.dataEntry, .warn, "eleven words, and a key whose checksum is wrong") {
            $0.operations = [
                data(String(repeating: "add age ", count: 5) + "add", nil),
                data("note", "S" + String(MessageTests.secret.dropFirst().reversed())),
            ]
        },
        RuleCase(.dataEntry, .warn, "entry deleted") { $0.operations = [data("note", nil)] },
        RuleCase(.inflation, .info, "inflation") { $0.operations = [operation(.inflation)] },
        RuleCase(.operationSource, .warn, "another account acts") {
            $0.operations = [pay(carol, by: bob)]
        } not: {
            $0.operations = [pay(carol, by: alice)]
        },
        RuleCase(.operationSource, .info, "a known account acts") {
            $0.operations = [pay(carol, by: bob)]
            $0.setUp = { $0.book = Book(accounts: [KnownAccount(account: bob.account)]) }
        },
        RuleCase(.operationSource, .info, "the account of the key that signs acts") {
            $0.operations = [pay(carol, by: bob)]
            $0.setUp = { $0.key = SigningKey(bob.account) }
        },
        RuleCase(.operationSource, .warn, "an account acts that only a key file in the vault names") {
            $0.operations = [pay(carol, by: bob)]
            $0.setUp = { $0.ownAccounts = [bob.account] }
        },
        RuleCase(.bumpSequence, .hold, "bumped") { $0.operations = [operation(.bumpSequence(.init(bumpTo: 200)))] },
        RuleCase(.sequenceBurned, .refuse, "bumped to 2^62") {
            $0.operations = [operation(.bumpSequence(.init(bumpTo: 1 << 62)))]
        } not: {
            $0.operations = [operation(.bumpSequence(.init(bumpTo: 1 << 62 - 1)))]
        },
        RuleCase(.sequenceBurned, .refuse, "a jump to 2^62") {
            $0.sequence = 1 << 62
            $0.cond = conditions { $0.minSeqNum = 1 << 62 - 1 }
        } not: {
            $0.sequence = 1 << 62
        },
        RuleCase(.minSequence, .hold, "one number is skipped") {
            $0.cond = conditions { $0.minSeqNum = 99 }
        } not: {
            $0.cond = conditions { $0.minSeqNum = 100 }
        },
        RuleCase(.minSequence, .hold, "all numbers are skipped") {
            $0.sequence = 1 << 62 - 1
            $0.cond = conditions { $0.minSeqNum = 0 }
        } not: {
            $0.sequence = 1 << 62 - 1
        },
        RuleCase(.minSequence, .hold, "inside a fee bump") {
            $0.payer = bob
            $0.cond = conditions { $0.minSeqNum = 5 }
        } not: {
            // Never valid: the account's number would already have to be 101.
            $0.cond = conditions { $0.minSeqNum = 101 }
        },
        RuleCase(.minSequence, .hold, "a distance that overflows") {
            $0.cond = conditions { $0.minSeqNum = .min }
        },
        RuleCase(.sequenceJump, .hold, "a skipped number") {
            $0.setUp = { $0.history = FixedHistory(sequence: 99) }
        } not: {
            $0.setUp = { $0.history = FixedHistory(sequence: 100) }
        },
        RuleCase(.sequenceJump, .warn, "a skipped number, signed by a co-signer") {
            $0.signers = [bob]
            $0.setUp = {
                $0.history = FixedHistory(sequence: 99)
                $0.book = cosigned
            }
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, signed by an unknown key") {
            $0.signers = [mallory]
            $0.setUp = {
                $0.history = FixedHistory(sequence: 99)
                $0.book = cosigned
            }
        },
        RuleCase(.sequenceJump, .hold, "a number below the last one, signed by a co-signer") {
            $0.signers = [bob]
            $0.setUp = {
                $0.history = FixedHistory(sequence: 150)
                $0.book = cosigned
            }
        },
        RuleCase(.sequenceJump, .warn, "a skipped number, whose transaction enough signers have signed") {
            $0.setUp = bringing(earlier(by: bob, carol), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, whose transaction too few signers have signed") {
            $0.setUp = bringing(earlier(by: bob), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, whose transaction one signer has signed twice") {
            $0.setUp = bringing(earlier(by: bob, bob), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, whose transaction strangers have signed") {
            $0.setUp = bringing(earlier(by: mallory), needing: 1)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, and the signed transaction has an earlier one") {
            $0.setUp = bringing(earlier(by: bob, carol, sequence: 99), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, and the signed transaction is another account's") {
            $0.setUp = bringing(earlier(by: bob, carol, source: bob), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number, and the signed transaction is another network's") {
            $0.setUp = bringing(earlier(by: bob, carol, network: .public), needing: 2)
        },
        RuleCase(.sequenceJump, .hold, "a skipped number with its signed transaction, and no book") {
            let earlier = earlier(by: bob, carol)
            $0.setUp = {
                $0.history = FixedHistory(sequence: 98)
                $0.claims.take(hints: ["signed": [.string(Base64.encode(earlier.xdr))]])
            }
        },
        RuleCase(.sequenceJump, .hold, "a number below the last one, with a signed transaction of the one before") {
            let earlier = earlier(by: bob, carol)
            $0.setUp = {
                bringing(earlier, needing: 2)(&$0)
                $0.history = FixedHistory(sequence: 150)
            }
        },
        RuleCase(.repeated, .warn, "a payment that was signed before") {
            $0.setUp = { $0.history = repeating(pay(bob), days: 3) }
        } not: {
            $0.memo = .id(1)
            $0.setUp = { $0.history = repeating(pay(bob), days: 3) }
        },
        RuleCase(.repeated, .warn, "one payment alone is never held, however often it was signed") {
            $0.setUp = { $0.history = repeating(pay(bob), days: 1, count: 12) }
        },
        RuleCase(.repeated, .warn, "an operation pays what an earlier one pays") {
            $0.operations = [pay(bob), pay(bob)]
        } not: {
            $0.operations = [pay(bob), pay(carol)]
        },
        RuleCase(.repeated, .hold, "one of two payments was signed within 25 days") {
            $0.operations = [pay(bob), pay(carol)]
            $0.setUp = { $0.history = repeating(pay(bob), days: 24) }
        } not: {
            $0.operations = [pay(bob, usdc), pay(carol)]
            $0.setUp = { $0.history = repeating(pay(bob), days: 24) }
        },
        RuleCase(.repeated, .warn, "one of two payments was signed 26 days ago") {
            $0.operations = [pay(bob), pay(carol)]
            $0.setUp = { $0.history = repeating(pay(bob), days: 26) }
        },
        RuleCase(.repeated, .hold, "one of ten payments") {
            $0.operations = [pay(bob)] + (1...9).map { pay(bob, amount: "\($0).5") }
            $0.setUp = { $0.history = repeating(pay(bob), days: 3) }
        },
        RuleCase(.repeated, .warn, "one of eleven payments") {
            $0.operations = [pay(bob)] + (1...10).map { pay(bob, amount: "\($0).5") }
            $0.setUp = { $0.history = repeating(pay(bob), days: 3) }
        },
        RuleCase(.sequenceUsed, .hold, "another transaction has the number") {
            $0.setUp = { $0.history = FixedHistory(sequence: 101) }
        } not: {
            $0.setUp = { $0.history = FixedHistory(sequence: 101, network: .public) }
        },
        RuleCase(.sequenceUsed, .info, "the other transaction expired more than an hour ago") {
            $0.setUp = {
                $0.history = FixedHistory(sequence: 101, validUntil: Timestamp(now.seconds - hour - 1))
                $0.countedUpTo = now
            }
        } not: {
            $0.setUp = { $0.history = FixedHistory(sequence: 100, validUntil: Timestamp(now.seconds - hour - 1)) }
        },
        RuleCase(.sequenceUsed, .hold, "it expired less than an hour ago") {
            $0.setUp = {
                $0.history = FixedHistory(sequence: 101, validUntil: Timestamp(now.seconds - hour))
                $0.countedUpTo = now
            }
        } not: {
            $0.setUp = { $0.countedUpTo = now }
        },
        RuleCase(.sequenceUsed, .hold, "it expired only by the given time, not by the own clock") {
            $0.setUp = {
                $0.history = FixedHistory(sequence: 101, validUntil: Timestamp(now.seconds - day))
                $0.countedUpTo = Timestamp(now.seconds - day)
            }
        },
    ]
}

/// Alice's account with Bob as a co-signer.
private let cosigned = Book().adding(accounts: [
    KnownAccount(account: alice.account, signers: [Signer(key: .ed25519(bob.account.key), weight: 1)])
])

/// A payment with the number before that of other scenarios, with signatures.
private func earlier(
    by signers: Person..., sequence: Int64 = 100, source: Person = alice, network: Network = .testnet
) -> TransactionEnvelope {
    Scenario {
        $0.source = source.muxed
        $0.sequence = sequence
        $0.network = network
        $0.signers = signers
    }.envelope
}

/// A signer that last saw the number 98, a request with an earlier transaction, and Alice's account with Bob and Carol,
/// of whom so many have to sign.
private func bringing(_ earlier: TransactionEnvelope, needing weight: UInt32) -> @Sendable (inout ReviewInput) -> Void {
    { input in
        input.history = FixedHistory(sequence: 98)
        input.book = Book().adding(accounts: [
            KnownAccount(
                account: alice.account, masterWeight: 0,
                signers: [bob, carol].map { Signer(key: .ed25519($0.account.key), weight: 1) }, medium: weight)
        ])
        input.claims.take(hints: ["signed": [.string(Base64.encode(earlier.xdr))]])
    }
}

/// A journal in which Alice's payment, without a memo, was signed some days ago.
private func repeating(_ operation: Operation, days: UInt64, count: Int = 1) -> FixedHistory {
    var history = FixedHistory()
    guard let payment = PaymentDigest(operation.body, from: alice.account, memo: .none, on: .testnet) else {
        preconditionFailure("a test's payment")
    }
    history.payments[payment] = EarlierPayments(count: count, last: Timestamp(now.seconds - days * 86_400))
    return history
}

private func pay(_ person: Person, amount: String) -> Operation {
    operation(.payment(PaymentOp(destination: person.muxed, asset: .native, amount: units(amount))))
}
