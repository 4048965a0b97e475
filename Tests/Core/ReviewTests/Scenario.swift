// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// Input for a review: a plain payment from Alice to Bob, for a test to change.
struct Scenario {
    var source = alice.muxed
    var fee: UInt32 = 100
    var sequence: Int64 = 101
    var cond = Preconditions.time(TimeBounds(minTime: 0, maxTime: now.seconds + hour))
    var memo = Memo.none
    var ext = TransactionExt.v0
    var operations = [pay(bob)]
    var signers: [Person] = []
    var signatures: [DecoratedSignature] = []
    var network = Network.testnet
    /// Set to wrap the transaction in a fee bump by this person.
    var payer: Person?
    var payerFee: Int64 = 400
    /// Set to review something else than a transaction.
    var subject: ReviewInput.Subject?
    var setUp: (inout ReviewInput) -> Void = { _ in }

    init(_ change: (inout Scenario) -> Void = { _ in }) { change(&self) }

    var envelope: TransactionEnvelope {
        let transaction = Transaction(
            sourceAccount: source, fee: fee, seqNum: sequence, cond: cond, memo: memo, operations: bounded(operations),
            ext: ext)
        let hash = transaction.hash(on: network)
        let inner = TransactionV1Envelope(
            tx: transaction, signatures: bounded(signatures + signers.map { $0.signature(hash) }))
        guard let payer else { return .tx(inner) }
        let bump = FeeBumpTransaction(feeSource: payer.muxed, fee: payerFee, innerTx: .tx(inner), ext: .v0)
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: bounded([])))
    }

    var input: ReviewInput {
        var input = ReviewInput(envelope, on: network, now: now)
        if let subject { input.subject = subject }
        setUp(&input)
        return input
    }

    var reviewed: ReviewedItem { Reviewer.review(input) }
    var review: Review { reviewed.review }

    /// The approval with a proven policy and without a typed confirmation.
    func approvedByPolicy() throws(ApprovalError) -> ApprovedEnvelope {
        try reviewed.approve(policy: input.policy.map { PolicyProof(verified: $0) })
    }
}

extension Person {
    func signature(_ hash: TransactionHash) -> DecoratedSignature {
        guard let bytes = try? sign(hash.bytes), let signature = DecoratedSignature(by: account.key, bytes) else {
            preconditionFailure("a test's signature")
        }
        return signature
    }
}

func operation(_ body: OperationBody, by source: Person? = nil) -> Operation {
    Operation(sourceAccount: source?.muxed, body: body)
}

func pay(_ person: Person, _ asset: Asset = .native, by source: Person? = nil) -> Operation {
    pay(to: person.muxed, asset, by: source)
}

func pay(to destination: MuxedAccount, _ asset: Asset = .native, by source: Person? = nil) -> Operation {
    operation(.payment(PaymentOp(destination: destination, asset: asset, amount: units("10"))), by: source)
}

func options(by source: Person? = nil, _ change: (inout SetOptionsOp) -> Void) -> Operation {
    var op = SetOptionsOp(
        inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
        highThreshold: nil, homeDomain: nil, signer: nil)
    change(&op)
    return operation(.setOptions(op), by: source)
}

func signer(_ key: SignerKey, weight: UInt32 = 1, by source: Person? = nil) -> Operation {
    options(by: source) { $0.signer = Signer(key: key, weight: weight) }
}

func adding(_ person: Person, _ weight: UInt32 = 1) -> Operation {
    signer(.ed25519(person.account.key), weight: weight)
}

func removing(_ person: Person) -> Operation { signer(.ed25519(person.account.key), weight: 0) }

/// Which signers reach the low, medium and high thresholds.
func reach(_ outcome: AuthorityOutcome?) -> [AuthorityOutcome.AuthorityScope] {
    Operation.Threshold.allCases.compactMap { outcome?.reach($0) }
}

func create(_ person: Person) -> Operation {
    operation(.createAccount(CreateAccountOp(destination: person.account, startingBalance: units("5"))))
}

/// A book in which any two of Alice, Bob and Carol can sign for Alice.
let twoOfThree = Book(accounts: [
    KnownAccount(
        account: alice.account,
        signers: [bob, carol].map { Signer(key: .ed25519($0.account.key), weight: 1) }, low: 2, medium: 2, high: 2)
])

/// Hints with signers of weight 1 for alice's account, beside its own key; two are needed.
func claimSigners(_ input: inout ReviewInput, _ signers: [Person]) {
    let all = ([alice] + signers).map { person -> JSON in ["key": .string(person.account.address), "weight": 1] }
    input.claims.take(hints: [
        "accounts": .object(
            JSONObject([
                (alice.account.address, ["signers": .array(all), "thresholds": ["low": 2, "medium": 2, "high": 2]])
            ]))
    ])
}

func homeDomain() -> Operation { options { $0.homeDomain = bytes("a.example") } }

func trust(_ line: ChangeTrustAsset, _ limit: Int64) -> Operation {
    operation(.changeTrust(ChangeTrustOp(line: line, limit: limit)))
}

func data(_ name: String, _ value: String?, by source: Person? = nil) -> Operation {
    operation(.manageData(ManageDataOp(dataName: bytes(name), dataValue: value.map { bytes($0) })), by: source)
}

func claimable(_ predicate: ClaimPredicate, for person: Person = bob) -> Operation {
    let claimant = Claimant.v0(ClaimantV0(destination: person.account, predicate: predicate))
    return operation(
        .createClaimableBalance(
            CreateClaimableBalanceOp(asset: .native, amount: units("5"), claimants: bounded([claimant]))))
}

func strictSend(_ sent: Asset, _ amount: String, _ received: Asset, atLeast: String) -> Operation {
    operation(
        .pathPaymentStrictSend(
            PathPaymentStrictSendOp(
                sendAsset: sent, sendAmount: units(amount), destination: bob.muxed, destAsset: received,
                destMin: units(atLeast), path: bounded([.native]))))
}

func conditions(_ change: (inout PreconditionsV2) -> Void) -> Preconditions {
    var conditions = PreconditionsV2(
        timeBounds: TimeBounds(minTime: 0, maxTime: now.seconds + hour), ledgerBounds: nil, minSeqNum: nil,
        minSeqAge: 0,
        minSeqLedgerGap: 0, extraSigners: bounded([]))
    change(&conditions)
    return .v2(conditions)
}

func bounds(_ from: UInt64, _ to: UInt64) -> Preconditions { .time(TimeBounds(minTime: from, maxTime: to)) }
