// SPDX-License-Identifier: Apache-2.0

import CSockets
import Codec
import Synchronization

/// The connections of a server, which are never more than it can serve. Where one more comes, the one that has kept the
/// server waiting for the longest time is closed: a flood of connections that send nothing only closes its own.
final class ConnectionTable: Sendable {
    struct Limits: Hashable, Sendable {
        /// Connections at the same time.
        var connections = 256
        /// Of these, connections of other users, which wait to be told that they are refused.
        var strangers = 16
        /// Bytes of bodies in memory at the same time.
        var bodies = 192 << 20
    }

    private struct Entry {
        let descriptor: Int32
        let isStranger: Bool
        /// When the client last did something; in nanoseconds.
        var last: UInt64
        /// Whether the server waits for the client.
        var isWaiting = true
        /// Whether it has been closed to make room.
        var isClosing = false
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var next = 0
        var bodies = 0
        var isStopped = false
    }

    let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits) { self.limits = limits }

    /// Makes room for a connection.
    ///
    /// - Returns: what to call it by; nil if there is no room, and the connection is to be closed.
    func add(_ descriptor: Int32, isStranger: Bool) -> Int? {
        let now = Self.now
        return state.withLock { state in
            guard !state.isStopped else { return nil }
            if isStranger, state.entries.values.lazy.filter(\.isStranger).count >= limits.strangers { return nil }
            let open = state.entries.values.lazy.filter { !$0.isClosing }.count
            if open >= limits.connections, !Self.closeOldest(&state) { return nil }
            // Threads that end are counted too, so that a flood cannot have more of them than this.
            guard state.entries.count < 2 * limits.connections else { return nil }
            let id = state.next
            state.next += 1
            state.entries[id] = Entry(descriptor: descriptor, isStranger: isStranger, last: now)
            return id
        }
    }

    /// Closes the connection that has kept the server waiting for the longest time; false if there is none.
    @discardableResult
    func closeOldest() -> Bool { state.withLock { Self.closeOldest(&$0) } }

    private static func closeOldest(_ state: inout State) -> Bool {
        let waiting = state.entries.lazy.filter { $0.value.isWaiting && !$0.value.isClosing }
        guard let (id, entry) = waiting.min(by: { $0.value.last < $1.value.last }) else { return false }
        state.entries[id]?.isClosing = true
        // Its thread, which waits for it, ends and closes the descriptor.
        shutdown(entry.descriptor, Int32(SHUT_RDWR))
        return true
    }

    /// The client did something, or the server now waits for it, or no longer.
    func mark(_ id: Int, isWaiting: Bool) {
        let now = Self.now
        state.withLock { state in
            state.entries[id]?.last = now
            state.entries[id]?.isWaiting = isWaiting
        }
    }

    /// Forgets a connection. Its descriptor may be closed only after this.
    func remove(_ id: Int) { _ = state.withLock { $0.entries.removeValue(forKey: id) } }

    /// Sets memory for a part of a body aside; false if there is none.
    func reserve(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.bodies + bytes <= limits.bodies else { return false }
            state.bodies += bytes
            return true
        }
    }

    func release(_ bytes: Int) { state.withLock { $0.bodies -= bytes } }

    /// Closes all connections, and lets no more in.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for entry in state.entries.values { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Monotonic, in nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
