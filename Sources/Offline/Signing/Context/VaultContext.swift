// SPDX-License-Identifier: Apache-2.0

package import Codec
import Confine
import Handoff
package import Review
import SafeFiles
package import Stellar
package import StellarXDR
package import Vault

/// The vault except for its keys, as a job sees it before any PIN: consistent, but not yet proven.
package struct VaultContext: Sendable {
    package let vault: Vault
    @Indirect package private(set) var state: VaultState
    @Indirect package private(set) var book: Book
    @Indirect package private(set) var policy: Policy?
    /// What the user should know about the vault before anything else; lines to show.
    package let warnings: [Wording]

    /// - Parameters:
    ///   - keys: the keys that will sign, whose views of the journal are needed; empty for display.
    ///   - files: the key files, if they were read to choose these keys.
    package init(_ vault: Vault, for keys: [KeyName] = [], knowing files: KeyFiles? = nil) throws(Failure) {
        let state: VaultState
        do { state = try VaultState(folder: vault.folder, for: keys, knowing: files) } catch { throw Failure(error) }
        try self.init(vault, state, warnings: [])
    }

    /// Reads the vault for display only: a damaged or older journal causes a warning, not an error.
    package init(displaying vault: Vault) throws(Failure) {
        let state: VaultState
        let fault: StateError?
        do { (state, fault) = try VaultState.readOnly(folder: vault.folder) } catch { throw Failure(error) }
        let warnings = fault.map {
            [Wording("\($0.message): what was signed before is not known here, and nothing can be signed")]
        }
        try self.init(vault, state, warnings: warnings ?? [])
    }

    private init(_ vault: Vault, _ state: VaultState, warnings: [Wording]) throws(Failure) {
        self.vault = vault
        self.state = state
        let book: Book
        do {
            book = if let list = state.book { try Book(list.content) } else { Book() }
        } catch {
            throw Failure(.badInput, "vault/book: \(error.message)")
        }
        self.book = book
        self.warnings = warnings + book.warningsOfNames
        do {
            policy = try state.policy.flatMap { list throws(JSONError) in try Policy(of: list) }
        } catch {
            throw Failure(.badInput, "vault/policy: \(error.message)")
        }
    }

    /// The book with its version and owner; for an empty book without.
    package var bookDocument: JSON {
        var document = book.json.asObject ?? JSONObject([])
        document["list"] = state.book.map { .object($0.document) } ?? .null
        return .object(document)
    }

    /// The review input for a request, with all that the vault knows.
    package func input(_ request: ParsedRequest, for viewpoint: ReviewViewpoint) -> ReviewInput {
        var input = request.input(now: viewpoint.now, book: book)
        switch viewpoint {
        case .signer(let key, let others, let clock, let attendance):
            input.key = SigningKey(key)
            input.isUnattended = attendance != .person
            input.isUnread = attendance == .none
            clock.complete(&input)
            complete(&input, for: key.name, with: others)
        case .reader(_, let own, let candidates):
            completeForDisplay(&input)
            input.countedUpTo = own
            input.candidates = candidates
        case .limits(let clock):
            clock.complete(&input)
            completeForDisplay(&input)
        case .anonymous:
            complete(&input, for: nil)
        }
        return input
    }

    /// Adds the vault's knowledge to a review.
    ///
    /// - Parameters:
    ///   - name: the key that will sign; nil for display.
    ///   - others: keys that sign in the same job, whose journal lines the key accepts with their PINs.
    private func complete(_ input: inout ReviewInput, for name: KeyName?, with others: [KeyName] = []) {
        input.book = book
        input.isWithoutBook = state.book == nil
        input.policy = policy
        // The accounts of the keys, according to their files.
        input.ownAccounts = state.keys.compactMap { (try? $0.info.get())?.publicKey }
        let record = state.record(for: name)
        input.history = JournalHistory(record, name)
        if name != nil {
            let accepted = name.flatMap { state.seal($0) }?.accepted ?? []
            input.unknownWriters = record.strangers.filter { !others.contains($0.name) }.map { writer in
                RecordWriter(
                    name: writer.name.text, recordKey: writer.recordKey,
                    accepted: accepted.last(where: { $0.name == writer.name })?.recordKey)
            }
            input.uncoveredLines = record.uncovered
        }
        guard let name, let list = state.book ?? state.policy, !state.isFamiliar(name) else { return }
        input.unknownOwner = BookOwner(name: list.owner.text, listKey: list.listKey)
    }

    /// Adds the vault's knowledge to a review for display, with the journal as seen by the key that would sign.
    private func completeForDisplay(_ input: inout ReviewInput) {
        complete(&input, for: nil)
        switch KeyChoice(among: state.keys, for: input.accountsToSign.map { .stellar($0) }) {
        case .only(let name), .owner(let name): input.history = JournalHistory(state.record(for: name), nil)
        case .ambiguous, .none:
            input.history = JournalHistory(state.commonRecord, nil, others: state.record(for: nil))
        }
    }

    /// Refuses an unattended signature under a policy if the journal has lines that a user still has to review.
    func checkUnattended(_ keys: [KeyName]) throws(Failure) {
        guard policy != nil else { return }
        for key in keys where !state.record(for: key).isSettled {
            throw Failure(
                .refused,
                "the journal has lines that key \(key.text) cannot prove, and under a policy \(field: .yes) needs a proven record",
                hint: "sign once at a terminal, or \(step: .sign(.acceptJournal(key: key.text)))")
        }
    }

    /// Refuses a journal line that no key of the vault has written, before any review.
    package func checkRecords(of keys: [KeyName]) throws(Failure) {
        do {
            for key in keys {
                try state.check(key)
                try state.checkRecord(of: key)
            }
        } catch {
            throw Failure(error)
        }
    }

    /// The public part of a key's file, from the bytes that were compared with the key's seal.
    func info(_ key: KeyName) throws(Failure) -> KeyInfo {
        do throws(VaultError) {
            // The vault has the error for a key that does not exist.
            guard let listed = state.keys.first(where: { $0.name == key }) else { return try vault.info(key) }
            return try listed.info.get()
        } catch {
            throw Failure(error)
        }
    }

    /// The key whose PIN changes the lists: the named key, the owner, or the only key.
    package func editor(_ name: String?) throws(Failure) -> KeyName {
        if let name {
            let name = try KeyName(typed: name)
            // Book and policy say what keys of Stellar may sign.
            do { _ = try (try? info(name))?.stellarAccount() } catch { throw Failure(error) }
            return name
        }
        let keys = state.keys.filter { (try? $0.info.get())?.address == nil }.map(\.name)
        if let owner = state.owner, keys.contains(owner) { return owner }
        guard let only = keys.first else {
            throw Failure(.noInput, "there is no key yet", hint: "to make one: \(step: .sign(.newKey))")
        }
        guard keys.count == 1 else {
            throw Failure(.usage, "there are several keys: name one with \(field: .key)")
        }
        return only
    }
}

/// Who is there while something is signed.
package enum Attendance: Hashable, Sendable {
    /// A person, who is asked.
    case person
    /// A person who has agreed beforehand to all that needs no more than a yes (`--yes`).
    case agreed
    /// No one: a folder is signed within the policy.
    case none
}

/// For whom a review is made, which decides what of the vault's journal it may rely on.
package enum ReviewViewpoint: Sendable {
    /// For a key that will sign.
    ///
    /// - Parameters:
    ///   - others: all keys that sign in the same job.
    ///   - attendance: who is there.
    case signer(KeyInfo, with: [KeyName], clock: ReviewClock, Attendance)
    /// For a person who reads it, with the journal as seen by the key that would sign.
    ///
    /// - Parameters:
    ///   - own: the machine's wall clock, whatever time was given; nil if it does not count.
    ///   - candidates: accounts that may have signed.
    case reader(now: Timestamp, own: Timestamp? = nil, candidates: [AccountID])
    /// To judge a policy's limits for any key.
    case limits(clock: ReviewClock)
    /// With the journal that no key has proven.
    case anonymous(now: Timestamp)

    var now: Timestamp {
        switch self {
        case .signer(_, _, let clock, _), .limits(let clock): clock.now
        case .reader(let now, _, _), .anonymous(let now): now
        }
    }
}

extension Policy {
    /// The policy in a signed list; nil if the list says that there is none.
    init?(of list: SignedList) throws(JSONError) {
        let content = try list.content.member("policy")
        guard content != .null else { return nil }
        try self.init(content)
    }
}

extension SigningKey {
    /// The signing key according to its file.
    init(_ info: KeyInfo) { self.init(info.identity, fingerprint: info.fingerprint, path: info.path) }
}

/// The keys that a job uses: the named ones, or the one that follows from the vault and the transaction.
package struct KeySelection: Hashable, Sendable {
    package let names: [KeyName]
    /// Says which key was chosen and why; nil if the keys were named.
    package let note: String?

    /// - Throws: `.usage` for a name given twice, `.badInput` for one that is not a key name.
    package init(named texts: [String]) throws(Failure) {
        var names: [KeyName] = []
        for text in texts {
            let name = try KeyName(typed: text)
            guard !names.contains(name) else { throw Failure(.usage, "\(field: .key) \(name.text) is given twice") }
            names.append(name)
        }
        self.names = names
        note = nil
    }

    /// The named key, or the only one of the vault.
    package init(one text: String?, in vault: Vault) throws(Failure) {
        if let text { try self.init(named: [text]) } else { try self.init(among: try vault.keys(), for: []) }
    }

    /// The named keys, or the key to use when none is named.
    ///
    /// - Parameters:
    ///   - keys: those of the vault, from which one is chosen if none is named.
    ///   - identities: the keys that have to sign, most important first; called only if no key is named and there are
    ///     several.
    package init(
        named: KeySelection?, among keys: [ListedKey], for identities: () throws(Failure) -> [KeyIdentity] = { [] }
    ) throws(Failure) {
        if let named {
            self = named
        } else {
            try self.init(among: keys, for: keys.count > 1 ? try identities() : [])
        }
    }

    /// The key to use when none is named.
    ///
    /// - Parameter identities: the keys that have to sign, most important first; needed only among several keys.
    /// - Throws: `.usage` if there is no key, or several fit.
    package init(among keys: [ListedKey], for identities: [KeyIdentity]) throws(Failure) {
        switch KeyChoice(among: keys, for: identities) {
        case .only(let name): (names, note) = ([name], "key       \(name.text), the only one")
        case .owner(let name): (names, note) = ([name], "key       \(name.text), which has to sign")
        case .ambiguous(let names):
            throw Failure(
                .usage, "\(field: .key) is missing: it could be \(names.map(\.text).joined(separator: ", "))",
                hint: "\(field: .key, "NAME") says which key is to sign")
        case .none:
            throw Failure(
                .usage, "\(field: .key) is missing, and the vault has no key",
                hint: "to make one: \(step: .sign(.newKey))")
        }
    }
}

/// The current time for a review and for the journal.
package struct ReviewClock: Sendable {
    /// The clock's time, or that of `--now`, but never before the journal's last entry.
    package let now: Timestamp
    /// The time of the journal's last entry, if `--now` is earlier.
    package let laterKnown: Timestamp?
    /// The time for journal entries and daily limits: `now`, but never later than the clock has been. With it, `--now`
    /// can neither move today's spending to another day nor leave a time in the journal that every later entry would
    /// have to follow.
    package let counted: Timestamp
    /// The end of the day over which a policy's sums are counted, never later than the system's wall clock. A time in
    /// the journal, or a boot-time clock shifted by a time namespace, can then only increase the counted amount.
    package let endOfDay: Timestamp
    /// Whether `--now` was given.
    private let isTold: Bool
    /// The clocks, for the seals; nil if the system does not provide them.
    package let reading: ClockReading?
    private let machine: any MachineClock

    /// - Parameters:
    ///   - given: the current time according to the front end.
    ///   - seen: earlier readings of the clocks, from the seals.
    ///   - latest: the latest time of the journal's proven lines.
    package init(_ given: GivenTime, machine: any MachineClock, after seen: [ClockReading], latest: Timestamp?) {
        let reading = machine.reading()
        let time = machine.time(after: seen, reading)
        self.machine = machine
        self.reading = reading
        isTold = given.isTold
        now = max(given.time, latest ?? given.time)
        laterKnown = isTold && given.time < now ? now : nil
        // A clock that the caller of the program has set ahead of the system's own has no effect here.
        let latestPossible = max(time, latest ?? time)
        counted = isTold ? min(now, latestPossible) : latestPossible
        endOfDay = min(counted, reading?.wall ?? time)
    }

    /// The time for reviews and journal entries, according to the clocks, the front end, and the proven lines of the
    /// journal.
    ///
    /// - Parameter keys: the keys that will sign; empty for display.
    init(_ given: GivenTime, machine: any MachineClock, in state: VaultState, for keys: [KeyName]) {
        let views = keys.isEmpty ? [state.record(for: nil)] : keys.map { state.record(for: $0) }
        let names = keys.isEmpty ? state.witnesses : keys
        self.init(
            given, machine: machine, after: names.compactMap { state.seal($0)?.clock },
            latest: views.compactMap(\.proven.latestTime).max())
    }

    /// The time for a journal entry after signing, which may be long after the start: the program waits for input, the
    /// user and the PIN. With the starting time, the entry would leave the daily sums too early.
    ///
    /// - Parameter latest: the latest time of the proven lines.
    package func counted(after latest: Timestamp?) -> Timestamp {
        max(
            counted, latest ?? counted,
            isTold ? counted : machine.time(after: [reading].compactMap { $0 }, machine.reading()))
    }

    func complete(_ input: inout ReviewInput) {
        input.laterKnown = laterKnown
        input.countedUpTo = endOfDay
    }

    /// Refuses `--now` with a daily limit when unattended: the caller could choose a later day, or an earlier one
    /// without signatures.
    ///
    /// - Throws: `.refused`.
    func check(isUnattended: Bool, _ policy: Policy?) throws(Failure) {
        guard isUnattended, isTold, let policy, policy.perDay != .unlimited else { return }
        throw Failure(
            .refused, "the policy limits what is signed in a day, and \(field: .now) would say which day it is",
            hint: "set the clock, and leave out \(field: .now); or leave out \(field: .yes), and agree at a terminal")
    }
}

/// The current time as the front end knows it: from a clock, or as told by the user.
package struct GivenTime: Hashable, Sendable {
    package let time: Timestamp
    /// Whether the user named the time (`--now`). It is not trusted for daily limits then.
    package let isTold: Bool

    package init(_ time: Timestamp, isTold: Bool = false) {
        self.time = time
        self.isTold = isTold
    }
}

/// The kernel's clocks, read by system call so that a preloaded library cannot change them.
package struct KernelClock: MachineClock {
    /// The file that a confined program must be able to read.
    package static let bootPath = DirectClock.bootPath

    package init() {}

    package func reading() -> ClockReading? {
        guard let sinceBoot = DirectClock.sinceBoot(),
            let boot = try? SafeFiles.read(DirectClock.bootPath, limit: 64)
        else { return nil }
        let id = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return ClockReading(wall: wall(), boot: id, sinceBoot: sinceBoot)
    }

    package func wall() -> Timestamp { Timestamp(DirectClock.wall()) }
}

/// The clocks of the machine, on which daily limits rely.
package protocol MachineClock: Sendable {
    /// The current clocks; nil if the system does not provide them.
    func reading() -> ClockReading?

    /// The wall clock.
    func wall() -> Timestamp
}

extension MachineClock {
    /// The current time, limited by the time since earlier readings of the same boot, so that a wall clock set ahead
    /// has no effect.
    func time(after readings: [ClockReading], _ now: ClockReading?) -> Timestamp {
        let wall = now?.wall ?? wall()
        return readings.map { $0.time(at: now, wall: wall) }.min() ?? wall
    }
}
