// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Signing
@testable import Vault

/// The fixed current time: 2026-09-21T14:13:20Z.
let now = Timestamp(1_790_000_000)

let testnet = NetworkSelection(.testnet)

extension PasswordHash.Parameters {
    /// The cheapest parameters of Argon2id.
    static let cheap = PasswordHash.Parameters(passes: 1, memory: 8192)
}

extension PasswordHash.Limits {
    /// Accepts cheap parameters; no program can make such limits.
    static let test = PasswordHash.Limits(floor: .cheap, ceiling: .init(passes: 2, memory: 1 << 20))
}

// Conversions that the library omits on purpose; test data needs no protection.
extension SecretBytes {
    init(_ text: String) throws(SodiumError) { try self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) throws(SodiumError) {
        try self.init(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }
}

/// A machine with a stopped clock.
struct StoppedClock: MachineClock {
    var time = now
    var sinceBoot: UInt64? = 1000

    func reading() -> ClockReading? {
        sinceBoot.flatMap {
            ClockReading(wall: time, boot: "0123456789abcdef0123456789abcdef", sinceBoot: $0)
        }
    }

    func wall() -> Timestamp { time }
}

/// A vault in a temporary folder of one test. All keys have the same PIN.
final class TestVault {
    static let pin = "80412957"

    private let temporary = TemporaryFolder()
    let vault: Vault
    var folder: String { vault.folder }

    init(_ names: String...) throws {
        vault = Vault(folder: temporary.path, limits: .test)
        for name in names { try make(name) }
    }

    func make(_ name: String, on chain: Chain = .stellar) throws {
        _ = try vault.create(
            try KeyName(name), secret: KeySecret(try Mnemonic.generate(words: .twelve), chain: chain),
            pin: try SecretBytes(Self.pin),
            created: Timestamp(1), parameters: .cheap)
    }

    func account(_ name: String) throws -> AccountID { try vault.info(try KeyName(name)).stellarAccount() }

    func context(_ names: String...) throws -> VaultContext {
        try VaultContext(vault, for: try names.map { try KeyName($0) })
    }

    func unlock(_ key: KeyInfo) throws(Failure) -> UnlockedKey {
        do { return try vault.unlock(key.name, pin: try SecretBytes(Self.pin)) } catch { throw Failure(any: error) }
    }

    func unlock(_ name: String) throws -> UnlockedKey { try unlock(try vault.info(try KeyName(name))) }

    /// Puts a policy in force, signed with a key.
    func set(_ policy: Policy, by name: String) throws {
        let proposal = ProposedList(policy, by: try KeyName(name), in: try context())
        _ = try proposal.write(by: try unlock(name), at: GivenTime(now), machine: StoppedClock())
    }

    /// Changes the book with a key.
    func edit(by name: String, _ change: (Book) -> Book) throws {
        let context = try context()
        let proposal = try #require(ProposedList(change(context.book), by: try KeyName(name), in: context))
        _ = try proposal.write(by: try unlock(name), at: GivenTime(now), machine: StoppedClock())
    }

    /// The kind of each journal entry, in one word.
    func journal() throws -> [String] {
        var words: [String] = []
        try SignerJournal(folder: folder).visit { (_: Int, entry: JournalEntry) in
            switch entry {
            case .intent: words.append("intent")
            case .outcome(let outcome): words.append(outcome.result.rawValue)
            case .change: words.append("change")
            case .seen: words.append("seen")
            case .key, .vault: break
            case .refused: words.append("refused")
            }
        }
        return words
    }

    /// The review's digest of each intent.
    func digests() throws -> [Hash] {
        var digests: [Hash] = []
        try SignerJournal(folder: folder).visit { (_: Int, entry: JournalEntry) in
            if case .intent(let intent) = entry { digests.append(intent.review) }
        }
        return digests
    }

    func job(
        _ request: ParsedRequest, by names: String..., isUnattended: Bool = true, time: GivenTime = GivenTime(now)
    ) throws -> SigningJob {
        let names = try names.map { try KeyName($0) }
        return try SigningJob(
            request, by: names, in: try VaultContext(vault, for: names),
            terms(isUnattended: isUnattended, time: time))
    }

    func terms(
        _ names: String..., networks: NetworkSelection = NetworkSelection(), format: SignedFormat = .xdr,
        isFull: Bool = false, isUnattended: Bool = true, time: GivenTime = GivenTime(now)
    ) throws -> SigningTerms {
        SigningTerms(
            vault, keys: names.isEmpty ? nil : try KeySelection(named: names), networks: networks, format: format,
            isFull: isFull, attendance: isUnattended ? .agreed : .person, machine: StoppedClock()
        ) { time }
    }
}

extension SigningJob {
    /// Answers every question with its value.
    func approved() throws -> Approval {
        var consent = try consent()
        for question in consent.questions { try consent.answer(question.value) }
        if consent.needsYes { try consent.agree("yes") }
        return try consent.approval()
    }
}

extension SigningJob {
    func sign(
        _ approval: Approval, unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Completed<SignedResult> {
        try sign(approval, of: page(in: PlainStyle()), unlock: unlock)
    }
}

extension BatchSigningJob {
    func sign(
        _ approval: Approval, unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Completed<SignedBatch> {
        try sign(approval, of: page(try consent(), in: PlainStyle()), unlock: unlock)
    }
}

/// A front end that writes actions between brackets.
struct BracketStyle: WordingStyle {
    func text(of field: FieldID, value: String?) -> String { "[\(field.name)]" }
    func text(of step: NextStep) -> String { "[\(step.title)]" }
}

/// A person who reads and answers, and types PINs, according to a script.
final class Script: SignerFrontEnd, PINSource {
    let style: any WordingStyle
    /// What is typed at each question; without a script, what it asks for.
    var answers: [String]?
    /// What is typed as PINs, in this order; then the right one.
    var pins: [String] = []
    var tries = 3
    /// Whether there is someone to ask.
    var hasTerminal = true
    /// Everything that happens, in order.
    private(set) var events: [String] = []
    private(set) var page = ""

    init(answers: [String]? = nil, pins: [String] = [], in style: any WordingStyle = PlainStyle()) {
        (self.answers, self.pins, self.style) = (answers, pins, style)
    }

    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) throws(Failure) {
        self.page = ""
        try page.write(on: Screen()) { self.page += $0 }
        events.append(page.isForReading ? "shown" : "asked")
        guard !page.isForReading, hasTerminal else { return }
        for answer in answers ?? page.questions.map(\.value) { try take(answer) }
    }

    func ask(_ question: Signing.Confirmation?, below text: ((Screen) -> String)?) throws(Failure) -> String? {
        page = text?(Screen()) ?? ""
        guard let question, hasTerminal else {
            events.append("shown")
            return nil
        }
        events.append("asked")
        return answers.map { $0.first ?? "" } ?? question.value
    }

    func hear(_ event: SignerEvent) {
        switch event {
        case .warning: events.append("warning")
        case .keyChosen: events.append("key")
        case .reviewing(let done, let total): events.append("reviewed \(done)/\(total)")
        case .signing(let done, let total): events.append("signed \(done)/\(total)")
        }
    }

    var hasSecondFactor: Bool { false }
    func factor() -> SecretBytes? { nil }
    func clock() -> Timestamp { now }
    func hear(_ event: PINEvent) {
        switch event {
        case .note: events.append("note")
        case .effort: events.append("effort")
        }
    }

    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body { question throws(Failure) in
            events.append(question.correction == nil ? "PIN of \(question.key.text)" : "again")
            let typed = pins.isEmpty ? TestVault.pin : pins.removeFirst()
            do { return try SecretBytes(typed) } catch { throw Failure(any: error) }
        }
    }
}

/// An account derived from a name.
func account(_ name: String) -> AccountID {
    guard let key = Uint256(SHA256.hash(Array("signing tests \(name)".utf8))) else {
        preconditionFailure("a test's account")
    }
    return .ed25519(key)
}

/// A payment of 10 XLM that expires in an hour.
func payment(
    from source: AccountID, to destination: AccountID = account("bob"), sequence: Int64 = 101, expires: Bool = true
) throws -> TransactionEnvelope {
    let amount = try Amount("10").stroops
    let bounds = TimeBounds(minTime: 0, maxTime: now.seconds + 3600)
    return try TransactionDraft(
        source: MuxedAccount(source), sequence: sequence, feePerOperation: 100,
        conditions: expires ? .time(bounds) : .none,
        operations: [
            Operation(
                sourceAccount: nil,
                body: .payment(
                    PaymentOp(destination: MuxedAccount(destination), asset: .native, amount: amount)))
        ]
    ).envelope()
}

func document(_ content: SigningRequest.Content, signers: [AccountID] = []) throws -> SigningRequest {
    SigningRequest(
        id: try #require(RequestID("0f8fad5b-d9cb-469f-a165-70867728950e")),
        networkPassphrase: Network.testnet.passphrase, content: content, signers: signers)
}

func input(_ text: String) throws -> TransactionInput {
    try TransactionInput(Array(text.utf8), origin: "request.json")
}

func input(_ envelope: TransactionEnvelope) throws -> TransactionInput { try input(Base64.encode(envelope.xdr)) }

func request(_ envelope: TransactionEnvelope) throws -> ParsedRequest {
    try ParsedRequest(try input(try document(.transaction(envelope)).json.text()), NetworkSelection())
}

/// The failure that a body throws.
func failure(_ body: () throws -> Void) throws -> Failure { try #require(throws: Failure.self, performing: body) }
