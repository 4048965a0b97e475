// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Journal
import Stellar
import Workspace

/// Runs of transfers, beside the pages or for a form.
extension Desk {
    func recordedTransfer(_ text: String) throws(Failure) -> RecordedTransfer {
        guard let number = Int64(text), number > 0, String(number) == text, let journal = try existingJournal()
        else {
            throw Failure(.noInput, "there is no transfer of this number")
        }
        let record = try LocalTransfer.numbered(number, in: journal)
        guard record.network == network else {
            throw Failure(
                .badInput, "transfer \(number) is on \(record.network.label), and this desk is on \(network.label)",
                hint: "start the desk for that network")
        }
        return record
    }

    /// What is known of a transfer's state; asks the anchor again once that is old.
    func scene(of number: Int64, isFinal: Bool) -> JobQueue.Known<TransferPageState> {
        var age = isFinal ? Duration.seconds(60) : .seconds(Int64(TransferWatch.interval))
        if case .wait(let seconds)? = transfers.last(number)?.need {
            age = min(age, .seconds(Int64(clamping: seconds)))
        }
        // A page that says again and again that something changed does not cause a request each time.
        if transfers.isHinted(number) { age = min(age, .seconds(2)) }
        return jobs.known(.transfer(number), age: age) { [self] () throws(Failure) in
            transfers.takeHint(number)
            do throws(TransferRunError) { return try runTransfer(number, answers: nil) } catch {
                guard error.isAbsence, var last = transfers.last(number) else { throw error.failure }
                last.notices = ["\(error.failure.wording.pageText); asking again"]
                return last
            }
        }
    }

    /// Asks the anchors of the transfers whose pages are open.
    func followTransfers() {
        guard changes.count > 0 else { return }
        for number in transfers.followed where transfers.last(number) != nil {
            guard let record = try? recordedTransfer(String(number)), record.status?.isFinal != true else { continue }
            _ = scene(of: number, isFinal: false)
        }
    }

    /// Runs a transfer up to the first step that needs an answer which the form does not have.
    ///
    /// - Parameter answers: the form; nil for a run that only looks.
    func runTransfer(_ number: Int64, answers: DeskFields?) throws(TransferRunError) -> TransferPageState {
        try transfers.exclusively(number) { () throws(TransferRunError) in
            do throws(Failure) {
                let record = try recordedTransfer(String(number))
                let session = try AnchorSession(of: record, settings: try anchorSettings())
                guard session.tokenIfAny() != nil else {
                    var scene = TransferPageState()
                    scene.need = .login
                    transfers.keep(last: scene, of: number)
                    return scene
                }
                return try runTransfer(record, session, answers)
            } catch { throw TransferRunError(failure: error, isAbsence: error.kind == .unreachable) }
        }
    }

    private func runTransfer(
        _ record: RecordedTransfer, _ session: AnchorSession, _ answers: DeskFields?
    ) throws(Failure) -> TransferPageState {
        let number = record.number
        if answers == nil, record.step == .sending {
            // Another program may be sending it at the moment.
            if let last = transfers.last(number), case .choice = last.need { return last }
            var scene = TransferPageState()
            scene.need = .interrupted
            transfers.keep(last: scene, of: number)
            return scene
        }
        let journal = try context.journal()
        var start = transfers.preview(from: record)
        if answers != nil, start != record {
            do throws(JournalError) { start = try journal.update(start, before: record.step) } catch {
                throw Failure(error)
            }
        }
        let isPreview = answers == nil && record.step != .begun
        let book: any TransferBook = isPreview ? PreviewBook(journal: journal) : journal
        let given = try (answers?.lines("field") ?? []).map { text throws(Failure) in
            let argument = try FieldArgument(text)
            return (argument.name, argument.value)
        }
        let job = try TransferJob(
            resuming: start, at: session, fields: given, wanted: transfers.wanted(number), sources: CustomerSources(),
            isAttended: true, in: book)
        var run = TransferRun(job, answers)
        defer { transfers.keep(wanted: run.job.record?.step == .customer ? run.job.wanted : [], of: number) }
        let scene = try session.explaining(type: record.kind.customerType) { () throws(TransferError) in try run.run() }
        if isPreview, let ahead = run.job.record { transfers.keep(preview: ahead, from: record) }
        if run.hasBegun { transfers.keep(begun: scene, of: number) }
        if scene.errors.isEmpty { transfers.keep(last: scene, of: number) }
        return scene
    }
}

/// Why a run of a transfer failed.
struct TransferRunError: Error {
    let failure: Failure
    /// Whether a server is only unavailable for the moment.
    let isAbsence: Bool
}

/// A journal's transfers for a run that only looks: its steps are not recorded, so that a page that is open never takes
/// a transfer out of the hands of another program.
struct PreviewBook: TransferBook {
    let journal: any TransferBook

    func add(_ transfer: RecordedTransfer) throws(JournalError) -> RecordedTransfer { transfer }

    func update(
        _ transfer: RecordedTransfer, before: RecordedTransfer.Step
    ) throws(JournalError) -> RecordedTransfer { transfer }

    func remove(_ transfer: RecordedTransfer) throws(JournalError) {}

    func transfer(number: Int64) throws(JournalError) -> RecordedTransfer? { try journal.transfer(number: number) }

    func transfer(
        network: Network, homeDomain: String, id: String, kind: TransferKind?
    ) throws(JournalError) -> RecordedTransfer? {
        try journal.transfer(network: network, homeDomain: homeDomain, id: id, kind: kind)
    }

    func transfers(id: String) throws(JournalError) -> [RecordedTransfer] { try journal.transfers(id: id) }

    func transfers(limit: Int) throws(JournalError) -> [RecordedTransfer] { try journal.transfers(limit: limit) }
}
