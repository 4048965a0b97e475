// SPDX-License-Identifier: Apache-2.0

import CSockets
package import Codec
import Synchronization

/// An HTTP server on 127.0.0.1, which other machines cannot reach. Nothing that a client does makes it take more than a
/// bounded number of connections, threads and bytes, or ends it.
package final class LoopbackServer: Sendable {
    package static let host = "127.0.0.1"
    private static let address: UInt32 = 0x7f00_0001

    /// Whose requests are answered.
    package enum Clients: Sendable {
        /// All users of this machine.
        case everyone
        /// The user of this process, by the kernel's word for each connection. Others get the response.
        case owner(others: HTTPResponse)
    }

    /// Descriptors of this process, if the system allows as many: more than its connections, files and transfers ever
    /// need.
    private static let descriptors: UInt = 4096
    /// What is left for other things than connections.
    private static let spared: UInt = 64
    /// Milliseconds that a new connection waits for a place.
    private static let longestWait = 2_000

    /// The port that it listens on.
    package let port: UInt16
    private let listening: Int32
    private let table: ConnectionTable
    private let timeouts: Connection.Timeouts
    private let isStopped = Atomic(false)
    private let threads = Atomic(0)
    /// Milliseconds for the threads that run when the server stops: one may be waiting for another server.
    private static let longestEnd = 1_000

    /// Listens: clients can connect from now on, and wait for `run`.
    ///
    /// - Parameter port: 0 lets the system choose a free one.
    /// - Throws: `Failure` of kind `unreachable` if the port cannot be listened on.
    package convenience init(port: UInt16) throws(Failure) {
        try self.init(port: port, limits: ConnectionTable.Limits(), timeouts: Connection.Timeouts())
    }

    init(port: UInt16, limits: ConnectionTable.Limits, timeouts: Connection.Timeouts) throws(Failure) {
        let available = coldstar_raise_descriptors(Self.descriptors)
        var limits = limits
        // A connection that ends still has its descriptor while its thread does.
        let room = (available > Self.spared ? available - Self.spared : 0) / 2
        limits.connections = max(4, min(limits.connections, Int(clamping: room)))
        // As long as the system allows: connections that come while one is let in wait here.
        listening = coldstar_listen(Self.address, port, 4096)
        let reason = errno
        var tuple = coldstar_tuple()
        guard listening >= 0, coldstar_connection(listening, &tuple) == 0 else {
            throw Failure(
                .unreachable, "cannot serve on \(Self.host): \(TerminalText.escape(String(cString: strerror(reason))))",
                hint: "the port may be in use; use \(field: .port) 0 to pick a free one")
        }
        self.port = tuple.port
        self.timeouts = timeouts
        table = ConnectionTable(limits)
    }

    deinit { if listening >= 0 { close(listening) } }

    /// Serves until `end` returns.
    ///
    /// - Parameter job: runs beside the server, until it is cancelled.
    /// - Throws: what `job` throws.
    package func run(
        _ handler: any HTTPHandler, for clients: Clients, beside job: @Sendable @escaping () async throws -> Void,
        until end: @Sendable @escaping () async -> Void
    ) async throws(Failure) {
        guard thread({ self.accept(for: clients, handler) }) else {
            throw Failure(.unreachable, "cannot serve on \(Self.host): no more threads")
        }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await job() }
                group.addTask { await end() }
                defer {
                    stop()
                    group.cancelAll()
                }
                try await group.next()
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.bug, "the server ended: \(String(describing: error))")
        }
        // The process may end now, which threads that still run must not see.
        for _ in 0..<Self.longestEnd where threads.load(ordering: .acquiring) > 0 {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    private func stop() {
        isStopped.store(true, ordering: .releasing)
        // Wakes the thread that waits for connections.
        shutdown(listening, Int32(SHUT_RDWR))
        table.stop()
    }

    // MARK: connections

    private func accept(for clients: Clients, _ handler: any HTTPHandler) {
        let owner = ConnectionOwner(testing: listening)
        let user = geteuid()
        while !isStopped.load(ordering: .acquiring) {
            guard let connection = Descriptor(coldstar_accept(listening)) else {
                recover(from: errno)
                continue
            }
            var tuple = coldstar_tuple()
            // Other addresses of loopback are no browser's way to here.
            guard coldstar_connection(connection.number, &tuple) == 0, tuple.other_address == Self.address,
                tuple.address == Self.address
            else { continue }
            switch clients {
            case .everyone: serve(connection) { $0.serve(handler) }
            case .owner(let response):
                guard let other = owner.user(of: connection.number) else { continue }
                if other == user {
                    serve(connection) { $0.serve(handler) }
                } else {
                    serve(connection, isStranger: true) { $0.refuse(with: response) }
                }
            }
        }
    }

    /// No error of one connection ends the server: its port would be free for another program that looks like it.
    private func recover(from reason: Int32) {
        switch reason {
        case EAGAIN, EINTR: _ = wait(milliseconds: 1_000)
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            table.closeOldest()
            usleep(10_000)
        case EINVAL, EBADF: usleep(10_000)  // It is being stopped.
        default: break
        }
    }

    private func wait(milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
        return Codec.poll(&poll, 1, milliseconds) > 0
    }

    private func serve(
        _ descriptor: consuming Descriptor, isStranger: Bool = false,
        _ work: @Sendable @escaping (inout Connection) -> Void
    ) {
        // A flood can come faster than the threads that it replaces end, and every connection may be waiting for an
        // answer: the next ones wait in the system's queue meanwhile.
        var place = table.add(descriptor.number, isStranger: isStranger)
        for _ in 0..<Self.longestWait where place == nil && !isStranger && !isStopped.load(ordering: .relaxed) {
            usleep(1_000)
            place = table.add(descriptor.number, isStranger: isStranger)
        }
        guard let id = place else { return }
        let started = Started(Connection(descriptor, id: id, in: table, timeouts))
        // If there is no thread, the connection ends with `started`.
        _ = thread { started.run(work) }
    }

    /// Hands a connection over to its thread.
    private final class Started: Sendable {
        private let connection: Mutex<Connection?>

        init(_ connection: consuming sending Connection) { self.connection = Mutex(consume connection) }

        func run(_ work: (inout Connection) -> Void) {
            guard var connection = connection.withLock({ $0.take() }) else { return }
            work(&connection)
        }
    }

    // MARK: threads

    /// Runs something on a new thread, which may be kept waiting; false if there can be no more.
    private func thread(_ work: @Sendable @escaping () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        threads.add(1, ordering: .relaxed)
        let job = Unmanaged.passRetained(
            Job {
                work()
                self.threads.subtract(1, ordering: .releasing)
            })
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { job in
                if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work() }
                return nil
            }, job.toOpaque())
        if result != 0 {
            job.release()
            threads.subtract(1, ordering: .relaxed)
        }
        return result == 0
    }

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @Sendable @escaping () -> Void) { self.work = work }
    }
}
