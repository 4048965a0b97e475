// SPDX-License-Identifier: Apache-2.0

import CSockets
import Codec

/// One connection, served on a thread of its own: requests one after the other, each bounded in size and time.
///
/// A client that sends its next request before it has the response to the last loses the connection with that response,
/// as RFC 9112 §9.3.2 allows: no browser does, and otherwise a flood of requests on few connections would be answered
/// before the user's own.
struct Connection: ~Copyable {
    /// In milliseconds.
    struct Timeouts: Hashable, Sendable {
        /// For the first byte of a request.
        var idle = 60_000
        /// For the rest of its head.
        var head = 10_000
        /// For the next byte of a body, and for a client that does not read.
        var stall = 20_000
        /// For what a client still sends when its response has been sent.
        var rest = 2_000
    }

    /// A body has this time, and more by its size.
    private static let slowestBody = 64 << 10
    private static let part = 64 << 10

    private let descriptor: Descriptor
    private let id: Int
    private let table: ConnectionTable
    private let timeouts: Timeouts
    private var buffer: [UInt8] = []

    init(_ descriptor: consuming Descriptor, id: Int, in table: ConnectionTable, _ timeouts: Timeouts) {
        self.descriptor = descriptor
        self.id = id
        self.table = table
        self.timeouts = timeouts
    }

    // The descriptor is closed after this, so that no other connection's is shut down in its place.
    deinit { table.remove(id) }

    /// Answers requests until either side ends the connection.
    mutating func serve(_ handler: any HTTPHandler) {
        while true {
            do {
                guard let head = try head() else { return }
                guard try answer(head, handler) else { break }
            } catch let error as RequestHead.ParsingError {
                guard send(HTTPResponse(error.status, text: error.text + "\n"), closes: true) else { return }
                break
            } catch { return }
        }
        readRest()
    }

    /// Answers one request of a client that is refused, whatever it is.
    mutating func refuse(with response: HTTPResponse) {
        guard (try? head()) != nil, send(response, closes: true) else { return }
        readRest()
    }

    /// The client has gone, or keeps the server waiting for too long.
    private struct Gone: Error {}

    // MARK: requests

    /// The head of the next request; nil at the end of the connection between two requests. Reads every byte once, and
    /// no more than the limit.
    private mutating func head() throws -> RequestHead? {
        var searched = 0
        var deadline = deadline(in: buffer.isEmpty ? timeouts.idle : timeouts.head)
        while true {
            if let end = end(from: searched) {
                // Also the line end before the empty line.
                let head = try RequestHead(parsing: buffer[..<(end + 2)])
                buffer.removeFirst(end + RequestHead.end)
                return head
            }
            guard buffer.count < RequestHead.limit else {
                throw RequestHead.ParsingError(431, "The request's head is larger than \(RequestHead.limit) bytes.")
            }
            searched = max(0, buffer.count - RequestHead.end + 1)
            let isFirst = buffer.isEmpty
            let bytes = try receive(atMost: RequestHead.limit - buffer.count, until: deadline)
            guard !bytes.isEmpty else {
                if isFirst { return nil }
                throw Gone()
            }
            if isFirst { deadline = self.deadline(in: timeouts.head) }
            buffer += bytes
        }
    }

    private func end(from searched: Int) -> Int? {
        let offset = coldstar_head_end(buffer, buffer.count, searched)
        return offset < 0 ? nil : offset
    }

    /// Answers a request; whether the connection stays.
    private mutating func answer(_ head: RequestHead, _ handler: any HTTPHandler) throws -> Bool {
        var request = head.request
        let limit = handler.bodyLimit(of: request)
        var isRead = head.length == 0
        var reserved = 0
        defer { table.release(reserved) }
        if limit > 0, head.length > limit {
            request.body = nil
        } else if limit > 0, head.length > 0 {
            if head.awaitsContinue, buffer.isEmpty {
                guard write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { throw Gone() }
            }
            request.body = try body(head.length, &reserved)
            isRead = true
        }
        guard !hasGone else { throw Gone() }
        table.mark(id, isWaiting: false)
        let response = handler.answer(to: request)
        table.mark(id, isWaiting: true)
        let stays: Bool =
            switch response.body {
            case .bytes: isRead && buffer.isEmpty && head.keepsAlive && !response.endsConnection
            case .stream: false
            }
        guard send(response, closes: !stays, hasBody: request.method != "HEAD") else { throw Gone() }
        return stays
    }

    private mutating func body(_ length: Int, _ reserved: inout Int) throws -> [UInt8] {
        let seconds = timeouts.stall / 1_000 + length / Self.slowestBody
        let end = deadline(in: seconds * 1_000)
        var body: [UInt8] = []
        while body.count < length {
            let next: [UInt8]
            if buffer.isEmpty {
                next = try receive(
                    atMost: min(Self.part, length - body.count), until: min(end, deadline(in: timeouts.stall)))
                guard !next.isEmpty else { throw Gone() }
            } else {
                next = Array(buffer.prefix(length - body.count))
                buffer.removeFirst(next.count)
            }
            guard table.reserve(next.count) else {
                throw RequestHead.ParsingError(503, "Too much is being sent at once.")
            }
            reserved += next.count
            body += next
        }
        return body
    }

    // MARK: responses

    private func send(_ response: HTTPResponse, closes: Bool, hasBody: Bool = true) -> Bool {
        let head = response.head(closes: closes)
        switch response.body {
        case .bytes(let bytes): return write(hasBody ? head + bytes : head)
        case .stream(let stream):
            defer { stream.end() }
            guard write(head), hasBody else { return false }
            table.mark(id, isWaiting: false)
            while !hasGone {
                switch stream.next(within: 1_000) {
                case .bytes(let bytes):
                    guard write(bytes) else { return false }
                    table.mark(id, isWaiting: false)
                case .nothing: break
                case .end: return true
                }
            }
            return false
        }
    }

    /// What the client has still sent is taken and dropped: otherwise the system would tell it that the connection
    /// broke, and it would not read the response.
    private func readRest() {
        shutdown(descriptor.number, Int32(SHUT_WR))
        let end = deadline(in: timeouts.rest)
        while let bytes = try? receive(atMost: Self.part, until: end), !bytes.isEmpty {}
    }

    // MARK: bytes

    /// Some bytes; none when the client has closed its side.
    private func receive(atMost count: Int, until deadline: UInt64) throws -> [UInt8] {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { into, filled in
                let result = recv(descriptor.number, into.baseAddress, count, 0)
                failure = result < 0 ? errno : 0
                filled = max(0, result)
            }
            switch failure {
            case 0:
                table.mark(id, isWaiting: true)
                return bytes
            case EINTR: continue
            case EAGAIN: try wait(for: Int16(POLLIN), until: deadline)
            default: throw Gone()
            }
        }
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        var end = deadline(in: timeouts.stall)
        while done < bytes.count {
            let result = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                return coldstar_send(descriptor.number, rest.baseAddress, rest.count)
            }
            if result > 0 {
                done += result
                end = deadline(in: timeouts.stall)
                table.mark(id, isWaiting: true)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: guard (try? wait(for: Int16(POLLOUT), until: end)) != nil else { return false }
            default: return false
            }
        }
        return true
    }

    private func wait(for events: Int16, until deadline: UInt64) throws {
        while true {
            let now = ConnectionTable.now
            guard now < deadline else { throw Gone() }
            var poll = pollfd(fd: descriptor.number, events: events, revents: 0)
            let found = Codec.poll(&poll, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
            if found > 0 { return }
        }
    }

    /// Whether the client has closed its side: no one would read the response.
    private var hasGone: Bool {
        var poll = pollfd(fd: descriptor.number, events: Int16(coldstar_poll_gone), revents: 0)
        return Codec.poll(&poll, 1, 0) > 0
    }

    private func deadline(in milliseconds: Int) -> UInt64 { ConnectionTable.now + UInt64(milliseconds) * 1_000_000 }
}

/// A descriptor that is closed when the value goes out of scope.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Nil when `number` is negative: the call that returned it failed, and `errno` says why.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }
}
