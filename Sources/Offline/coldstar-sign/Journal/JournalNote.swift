// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import Vault
import XDR

struct JournalNote: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write down that co-signers have used a sequence number of a shared account.",
        discussion: """
            Example: coldstar-sign journal note signed.xdr --key carol
            For a transaction that other signers signed without this vault: it must bear the valid signature of a signer whom the
            book has for its source account. The next number is then expected after it (W-SEQJUMP). Signs nothing.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Option(help: "The key whose PIN it is to be (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the review without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            TransactionInput.reach(transaction) + pin.reach + (try home.toKeep) + MachineClock.reach
        }
    }

    func run() throws {
        let folder = Vault(folder: try home.vault())
        let name = try KeyChoice.names(key.map { [$0] } ?? [], in: folder) { () throws(Failure) in [] }[0]
        let around = try Surroundings(home, for: [name])
        let examined = try Examined(try TransactionInput(transaction), network.choice, book: around.book)
        try around.checkRecords(of: [name])
        let present = try around.time(clock, for: [name])
        var input = examined.input(now: present.now)
        around.complete(&input, for: nil)
        let review = Reviewer.review(input).review
        guard case .envelope(let envelope, _, let network) = examined.subject else {
            throw Failure(.badInput, "\(examined.origin): only a transaction uses a sequence number")
        }
        let used = try used(envelope, on: network, around)
        try agree(used, review)
        let vault = Vault(folder: around.state.folder)
        do {
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            _ = try around.state.verify(opened)
            let state = try around.state.refreshed(holding: lock)
            try state.checkLists(areThoseOf: around.state)
            guard try !state.verify(opened) else {
                throw StateError.unknownOwner(file: "book", owner: state.owner ?? name)
            }
            let seen = SeenNumber(
                time: present.counted(after: state.record(for: name).proven.latestTime), hash: used.hash,
                network: network, source: used.source, sequence: used.sequence, signer: used.signer, key: name,
                summary: review.operations.first?.summary.plain ?? review.kind.rawValue)
            try state.reseal(opened.record, holding: lock, clock: present.reading)
            try SignerJournal(folder: vault.folder).record([.seen(seen)], by: opened.record)
            try state.refreshed(holding: lock).reseal(opened.record, holding: lock)
        } catch {
            throw Failure(any: error)
        }
        Console.say("number \(used.sequence) of \(used.source.address) is recorded as used")
        guard json else { return }
        try Console.put(
            document: [
                "hash": .string(used.hash.hex), "source": .string(used.source.address),
                "sequence": .string(String(used.sequence)), "signer": .string(used.signer.address),
            ])
    }

    private struct Used {
        let hash: TransactionHash
        let source: AccountID
        let sequence: Int64
        let signer: AccountID
    }

    /// The sequence number that the transaction uses, and the signer who signed it.
    private func used(
        _ envelope: TransactionEnvelope, on network: Network, _ around: Surroundings
    ) throws(Failure) -> Used {
        let one: TransactionEnvelope = if case .txFeeBump(let bump) = envelope { .tx(bump.tx.inner) } else { envelope }
        let inner = one.innermost
        guard inner.seqNum > 0 else { throw Failure(.badInput, "only a transaction uses a sequence number") }
        let hash = one.hash(on: network)
        let source = inner.sourceAccount.account
        let signers = around.book.signers(of: source)
        guard
            let signer = signers.first(where: { signer in
                one.signatures.contains { $0.isBy(signer.key, over: hash.bytes) }
            })
        else {
            throw Failure(
                .refused, "no signer whom the book has for \(source.address) has signed this transaction",
                hint: signers.isEmpty
                    ? "coldstar-sign book accounts add \(source.address) --signer ... says who signs for it"
                    : "take the signed envelope, not the request")
        }
        return Used(hash: hash, source: source, sequence: inner.seqNum, signer: signer)
    }

    private func agree(_ used: Used, _ review: Review) throws(Failure) {
        let page = ReviewText.of(review, on: .error)
        let isAsked = !yes && Question.isPossible
        if !isAsked || !Console.errorIsTerminal { try Console.show(page) }
        if yes { return }
        guard isAsked else {
            throw Failure(
                .refused, "there is no terminal to ask on, and without a yes nothing is written",
                hint: "--yes agrees to the review")
        }
        let prompt = "record number \(used.sequence) of \(used.source.address) as used? type yes: "
        var pager = try Pager()
        try pager.show(page + "\n")
        try pager.finish([prompt]) { columns, rows in
            LastScreen([review]).text(on: Screen.error.with(columns: columns), columns: columns, rows: rows)
        }
        let typed = try Question.ask(prompt)
        guard typed == "yes" else { throw Failure(.refused, "nothing was changed") }
    }
}
