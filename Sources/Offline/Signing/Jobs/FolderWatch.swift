// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Review
package import Stellar
import StellarXDR
package import Vault

/// Signs what appears in a folder, within the policy, where no one is asked. What the policy does not allow is refused
/// once, with a line of the journal; what cannot be delivered is tried again.
///
/// The key is opened for each request and erased after it.
package struct FolderWatch {
    /// A request in the folder.
    package struct Request {
        /// Differs once the file has changed.
        package let mark: String
        package let name: HandoffName
        /// Reads the file; called only for what is new.
        package let read: () throws(Failure) -> FolderSigning.File
        /// Reads the files that have a signature of it already, as their names say.
        package let answers: () -> [FolderSigning.File]

        package init(
            _ name: HandoffName, mark: String, read: @escaping () throws(Failure) -> FolderSigning.File,
            answers: @escaping () -> [FolderSigning.File]
        ) {
            (self.name, self.mark) = (name, mark)
            (self.read, self.answers) = (read, answers)
        }
    }

    /// What was signed: a line for each transaction.
    package struct Signed: Sendable {
        package let lines: [String]
        package let outcomes: [SignedOutcome]
        package let name: HandoffName
    }

    package enum Event: Sendable {
        case signed(Signed, path: String)
        /// It is in the journal, and is not tried again as long as the program runs and the file stays as it is.
        case refused(HandoffName, TransactionHash?, Failure)
        /// It is tried again.
        case failed(HandoffName, Failure)
        /// A refusal could not be written to the journal.
        case unnoted(Failure)
    }

    private let terms: SigningTerms
    private let key: KeyName
    /// The marks of what was signed or refused.
    private var done: Set<String> = []
    /// What is tried again, by its mark.
    private var failed: [String: Retry] = [:]

    /// Something that could not be done, and when it is tried again: each time it is signed again, with lines in the
    /// journal.
    private struct Retry {
        var failure: Failure
        var delay = Swift.Duration.seconds(1)
        var next: ContinuousClock.Instant

        static let longestDelay = Swift.Duration.seconds(600)
    }

    /// - Parameters:
    ///   - terms: for one key.
    ///   - pin: opens the key once, so that a wrong PIN is found at the start.
    /// - Throws: `.noInput` for a missing key, `.refused` without a policy, and for a wrong PIN; the errors of reading
    ///   the vault.
    package init(by key: KeyName, _ terms: SigningTerms, pin: some PINSource) throws(Failure) {
        var terms = terms
        terms.keys = try KeySelection(named: [key.text])
        terms.attendance = .none
        (self.terms, self.key) = (terms, key)
        _ = try terms.vault.key(key)
        let context = try Self.context(of: key, terms)
        guard context.policy != nil else {
            throw Failure(
                .refused, "there is no policy: unattended, nothing can be signed",
                hint: "\(step: .sign(.setPolicy)) says what may be signed")
        }
        _ = try pin.unlock(try context.info(key), in: terms.vault)
    }

    /// The vault, if the key can sign with it at all.
    private static func context(of key: KeyName, _ terms: SigningTerms) throws(Failure) -> VaultContext {
        let context = try VaultContext(terms.vault, for: [key])
        try context.checkRecords(of: [key])
        try context.checkUnattended([key])
        return context
    }

    /// Signs what is new.
    ///
    /// - Parameters:
    ///   - deliver: writes what was signed; returns its path.
    /// - Returns: whether anything was signed or refused; more may have come meanwhile.
    /// - Throws: the errors of a vault with which the key cannot sign; `.refused` if the PIN no longer opens the key.
    package mutating func pass(
        _ requests: [Request], pin: some PINSource,
        tell: (Event) throws(Failure) -> Void, deliver: (Signed) throws(Failure) -> String
    ) throws(Failure) -> Bool {
        let now = ContinuousClock.now
        let new = requests.filter { !done.contains($0.mark) && (failed[$0.mark]?.next ?? now) <= now }
        guard !new.isEmpty else { return false }
        let before = done.count
        _ = try Self.context(of: key, terms)
        var rounds: [(request: Request, round: FolderSigning.Round)] = []
        for request in new {
            do throws(Failure) {
                let work = try FolderSigning([try request.read()], request.answers(), terms) { _ in }
                rounds += work.rounds.map { (request, $0) }
                if work.rounds.isEmpty { done.insert(request.mark) }
            } catch {
                try refuse(request, nil, error, pin: pin, tell: tell)
            }
        }
        for (request, round) in rounds.sorted(by: { Self.order($0.round, terms) < Self.order($1.round, terms) }) {
            do throws(Failure) {
                let (signed, path) = try sign(round, pin: pin, deliver)
                done.insert(request.mark)
                failed[request.mark] = nil
                try tell(.signed(signed, path: path))
            } catch {
                try refuse(request, Self.hash(round, terms), error, pin: pin, tell: tell)
            }
        }
        return done.count > before
    }

    /// The transactions of an account come in the order of their numbers, after what has none.
    private static func order(_ round: FolderSigning.Round, _ terms: SigningTerms) -> (String, SequenceNumber) {
        guard case .envelope(let envelope, _)? = subject(of: round, terms) else { return ("", 0) }
        return (envelope.innermost.sourceAccount.account.address, envelope.innermost.seqNum)
    }

    /// Nil for a file of several.
    private static func hash(_ round: FolderSigning.Round, _ terms: SigningTerms) -> TransactionHash? {
        switch subject(of: round, terms) {
        case .envelope(let envelope, let network)?: envelope.hash(on: network)
        case .message(let bytes)?: StellarMessage.hash(of: bytes)
        case .authorization(let asked, let network)?: asked.identity(on: network)
        default: nil
        }
    }

    private static func subject(of round: FolderSigning.Round, _ terms: SigningTerms) -> ReviewInput.Subject? {
        switch round {
        case .one(let input): (try? ParsedRequest(input, terms.networks))?.subject
        case .many(let lines): (try? lines.input(at: 0)).flatMap { try? ParsedRequest($0, terms.networks) }?.subject
        }
    }

    private func sign(
        _ round: FolderSigning.Round, pin: some PINSource, _ deliver: (Signed) throws(Failure) -> String
    ) throws(Failure) -> (Signed, path: String) {
        switch round {
        case .one(let input):
            let job = try SigningJob(.request(input), terms) { _ in }
            guard let name = job.outputName else {
                throw Failure(.badInput, "this has no hash that could name its signature")
            }
            return try job.run(at: NoOne(), pin: pin) { result throws(Failure) in
                let signed = Signed(lines: [try result.text(job.format)], outcomes: [job.outcome], name: name)
                return (signed, try deliver(signed))
            }
        case .many(let lines):
            let job = try BatchSigningJob(lines, terms) { _ in }
            return try job.run(at: NoOne(), pin: pin) { batch throws(Failure) in
                let signed = Signed(lines: batch.lines, outcomes: batch.outcomes, name: job.outputName)
                return (signed, try deliver(signed))
            }
        }
    }

    /// Writes a refusal to the journal, and tells it; anything else that went wrong is told once, and tried again after
    /// a while.
    ///
    /// - Throws: if the key cannot be opened: then nothing was refused, but the PIN is no longer the right one.
    private mutating func refuse(
        _ request: Request, _ hash: TransactionHash?, _ failure: Failure, pin: some PINSource,
        tell: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        guard [.refused, .badInput, .usage].contains(failure.kind) else {
            let before = failed[request.mark]
            var retry = Retry(failure: failure, next: .now)
            if let before { retry.delay = min(before.delay * 2, Retry.longestDelay) }
            retry.next = .now + retry.delay
            failed[request.mark] = retry
            if before?.failure != failure { try tell(.failed(request.name, failure)) }
            return
        }
        let opened = try pin.unlock(try terms.vault.key(key), in: terms.vault)
        done.insert(request.mark)
        let refusal = RefusedRequest(
            hash, file: request.name.text, key: key, reason: failure.message, at: pin.clock())
        do throws(VaultError) { try terms.vault.note(refusal, by: opened) } catch {
            try tell(.unnoted(Failure(error)))
        }
        try tell(.refused(request.name, hash, failure))
    }
}

/// A front end without a person: whatever a review leaves open is refused.
private struct NoOne: SignerFrontEnd {
    var style: any WordingStyle { PlainStyle() }

    func present(_ page: ReviewPage, _ take: (String) throws(Failure) -> Void) {}
    func ask(_ question: Confirmation?, below text: ((Screen) -> String)?) -> String? { nil }
    func hear(_ event: SignerEvent) {}
}
