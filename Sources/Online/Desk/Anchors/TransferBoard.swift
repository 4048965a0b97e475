// SPDX-License-Identifier: Apache-2.0

import Anchors
import Dispatch
import HTTP
import Journal
import Stellar
import Synchronization

/// What the desk knows of the transfers that it shows, besides the journal: nothing of it needs to survive, and nothing
/// of it is customer data.
final class TransferBoard: Sendable {
    private struct Entry {
        let turn = DispatchSemaphore(value: 1)
        var wanted: [String] = []
        var begun: TransferPageState?
        var last: TransferPageState?
        var said: [String] = []
        var followed: ContinuousClock.Instant?
        var preview: Preview?
        var flow: AnchorPageFlow?
        var isHinted = false
    }

    /// How far a run that only looks came, from a record of the journal.
    private struct Preview {
        let base: RecordedTransfer
        let record: RecordedTransfer
    }

    private static let most = 200
    /// How long a transfer is followed after its page was fetched: open pages are fetched again every 20 seconds.
    private static let interest = Duration.seconds(45)

    private let entries = Mutex<[Int64: Entry]>([:])

    /// Runs work on a transfer, one after the other: of two runs, the second sees what the first did.
    func exclusively<R, E: Error>(_ number: Int64, _ work: () throws(E) -> R) throws(E) -> R {
        let turn = change(number) { $0.turn }
        turn.wait()
        defer { turn.signal() }
        return try work()
    }

    private func change<R>(_ number: Int64, _ body: (inout Entry) -> R) -> R {
        entries.withLock { entries in
            if entries[number] == nil, entries.count >= Self.most {
                let idle = entries.filter { $0.value.begun == nil }.min {
                    ($0.value.followed ?? .now) < ($1.value.followed ?? .now)
                }
                if let key = idle?.key ?? entries.keys.min() { entries[key] = nil }
            }
            var entry = entries[number] ?? Entry()
            let result = body(&entry)
            entries[number] = entry
            return result
        }
    }

    /// The names of customer fields that the anchor asked for when the transfer was to be begun.
    func wanted(_ number: Int64) -> [String] { change(number) { $0.wanted } }

    func keep(wanted names: [String], of number: Int64) { change(number) { $0.wanted = names } }

    /// What the anchor said when this desk began the transfer: its page and its instructions may not be had again.
    func begun(_ number: Int64) -> TransferPageState? { change(number) { $0.begun } }

    func keep(begun scene: TransferPageState, of number: Int64) { change(number) { $0.begun = scene } }

    /// Where a run that only looked came to from this record; the record itself if none did.
    func preview(from record: RecordedTransfer) -> RecordedTransfer {
        change(record.number) { entry in
            entry.preview.flatMap { $0.base == record ? $0.record : nil } ?? record
        }
    }

    func keep(preview record: RecordedTransfer, from base: RecordedTransfer) {
        change(base.number) { $0.preview = Preview(base: base, record: record) }
    }

    /// The latest state.
    func last(_ number: Int64) -> TransferPageState? { change(number) { $0.last } }

    func keep(last scene: TransferPageState, of number: Int64) { change(number) { $0.last = scene } }

    /// What was said in reply to the latest answers.
    func said(_ number: Int64) -> [String] { change(number) { $0.said } }

    func keep(said lines: [String], of number: Int64) { change(number) { $0.said = lines } }

    // MARK: the anchor's window

    /// The flow of the anchor's page; nil before a page of this desk was opened for it.
    func flow(_ number: Int64) -> AnchorPageFlow? { change(number) { $0.flow } }

    /// The flow of the anchor's page at the address that it names now.
    func flow(_ number: Int64, at url: HTTPURL, transferID: String) -> AnchorPageFlow {
        change(number) { entry in
            var flow = entry.flow ?? AnchorPageFlow(url, transferID: transferID)
            flow.move(to: url)
            entry.flow = flow
            return flow
        }
    }

    /// Lets something happen to the flow; nil if there is none.
    func take(
        _ event: PageEvent, from page: String, at now: Timestamp, of number: Int64
    ) -> (AnchorPageFlow, PageReaction<AnchorPageFlow.Record>)? {
        change(number) { entry in
            guard var flow = entry.flow else { return nil }
            let reaction = flow.take(event, from: page, at: now)
            entry.flow = flow
            return (flow, reaction)
        }
    }

    /// Notes that there is a reason to ask the anchor soon.
    func hint(_ number: Int64) { change(number) { $0.isHinted = true } }

    /// Whether there is a reason to ask the anchor soon.
    func isHinted(_ number: Int64) -> Bool { change(number) { $0.isHinted } }

    /// The anchor is being asked.
    func takeHint(_ number: Int64) { change(number) { $0.isHinted = false } }

    /// Notes that a page of the transfer was fetched.
    func follow(_ number: Int64) { change(number) { $0.followed = .now } }

    /// The transfers whose pages are open.
    var followed: [Int64] {
        entries.withLock { entries in
            entries.filter { $0.value.followed.map { $0 + Self.interest > .now } ?? false }.map(\.key)
        }
    }
}
