// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Markup
import Synchronization
import Workspace

/// Tells open pages that something has changed, and what a submission waits for.
package final class ChangeFeed: Sendable {
    /// A server-sent event, as its bytes.
    ///
    /// - Source: HTML Living Standard §9.2.
    package struct Event: Hashable, Sendable {
        package let text: String

        private init(_ name: String, _ data: String) { text = "event: \(name)\ndata: \(data)\n\n" }

        private init(comment: String) { text = ": \(comment)\n\n" }

        /// Says nothing; a browser that has gone is found out by it.
        static let pulse = Event(comment: "still here")

        /// Pages show something that is no longer current.
        static func change(_ number: Int) -> Event { Event("change", String(number)) }

        /// What the submission of a transaction waits for.
        static func progress(_ hash: String, _ text: String) -> Event {
            Event("progress", (["hash": .string(hash), "text": .string(text)] as JSON).text())
        }
    }

    private struct State {
        var number = 0
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var next = 0
    }

    /// More pages than this are not told: they refresh when they become visible.
    package static let mostListeners = 24

    private let state = Mutex(State())

    /// The number of pages that listen.
    package var count: Int { state.withLock { $0.listeners.count } }

    /// The events from now on; nil if too many pages listen already. A slow listener loses old events, never the
    /// latest.
    package func listen() -> AsyncStream<Event>? {
        state.withLock { state in
            guard state.listeners.count < Self.mostListeners else { return nil }
            let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(16))
            let id = state.next
            state.next += 1
            state.listeners[id] = continuation
            continuation.onTermination = { [weak self] _ in
                // The lock may be held where a continuation ends.
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
            }
            continuation.yield(.change(state.number))
            return stream
        }
    }

    /// Pages are to be loaded again.
    package func post() {
        send { state in
            state.number += 1
            return .change(state.number)
        }
    }

    /// Finds out which browsers have gone.
    package func pulse() { send { _ in .pulse } }

    func post(progress text: String, of hash: String) { send { _ in .progress(hash, text) } }

    private func send(_ event: (inout State) -> Event) {
        let (event, listeners) = state.withLock { state in (event(&state), Array(state.listeners.values)) }
        for listener in listeners { listener.yield(event) }
    }

    /// Ends all listeners, so that the server can stop.
    package func close() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.finish() }
    }
}

extension Desk {
    /// Tells pages of what other programs did with the journal, once a second until the task is cancelled.
    package func watchJournal() async throws {
        var known = journalState()
        var seconds = 0
        while true {
            try await Task.sleep(for: .seconds(1))
            let state = journalState()
            if state != known {
                known = state
                jobs.expire(olderThan: .seconds(5)) { [.check, .overview].contains($0.kind) }
                changes.post()
            }
            seconds += 1
            followTransfers()
            if seconds % 10 == 0 { changes.pulse() }
            // Pages that are open show balances and payments that are not older than this; public servers limit the
            // requests of an hour.
            if seconds % 60 == 0, changes.count > 0 { changes.post() }
        }
    }

    /// Size and time of the journal's files, which every change of it changes.
    private func journalState() -> [Int64] {
        guard let path = try? context.journals().path else { return [] }
        return ["", "-wal"].flatMap { end -> [Int64] in
            var status = stat()
            guard stat(path + end, &status) == 0 else { return [0, 0, 0] }
            return [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        }
    }
}
