// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Submitting
import Synchronization

/// How a client reaches its servers: one request at a time, with a complete response.
///
/// Without one, a client uses libcurl. Write one to test a program without a network, or to use a network stack of your
/// own. A transport follows no redirect, never sends a request twice, and may be called from several threads.
public protocol OnlineTransport: Sendable {
    /// Sends a request and waits for its response.
    ///
    /// - Returns: any complete response, whatever its status.
    /// - Throws: why there is none, and whether the server may have received the request.
    func perform(_ request: TransportRequest) throws(TransportError) -> TransportResponse
}

/// An HTTP request.
public struct TransportRequest: Hashable, Sendable {
    /// A header field.
    public struct Header: Hashable, Sendable {
        /// Its name; case does not matter.
        public let name: String
        /// Its value.
        public let value: String

        /// The parameters are the properties.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// The whole URL.
    public let url: String
    /// The header fields to send.
    public let headers: [Header]
    /// The body; nil for none. Without a header field for its type, it is a form.
    public let body: [UInt8]?
    /// The time for the whole exchange, until the last byte of the response.
    public let timeout: Duration
    /// The longest response body that is accepted, in bytes.
    public let sizeLimit: Int
}

/// An HTTP response.
public struct TransportResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: [TransportRequest.Header]
    /// The body; empty for none.
    public var body: [UInt8]

    /// The parameters are the properties.
    public init(status: Int, headers: [TransportRequest.Header] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why a request has no response.
public struct TransportError: Error, Hashable, Sendable {
    /// What happened, for a person.
    public let message: String
    /// Whether the server may have received the request. If in doubt, true: a transaction that may have arrived is
    /// looked up before it is sent again.
    public let mayHaveArrived: Bool

    /// The parameters are the properties.
    public init(_ message: String, mayHaveArrived: Bool) {
        (self.message, self.mayHaveArrived) = (message, mayHaveArrived)
    }
}

/// The time, for a program that tests its own use of a client.
public protocol OnlineClock: Sendable {
    /// The present, in seconds since 1970.
    var now: Int64 { get }
    /// Seconds that only ever grow, whatever happens to the machine's clock.
    var monotonic: UInt64 { get }
    /// Waits for a number of seconds.
    func sleep(_ seconds: UInt64)
}

/// The clocks of this machine.
public struct SystemClock: OnlineClock {
    /// The clocks of this machine.
    public init() {}

    /// The present, in seconds since 1970.
    public var now: Int64 { SystemMonotonicClock().time }
    /// Seconds since the machine was started.
    public var monotonic: UInt64 { SystemMonotonicClock().seconds }
    /// Waits for a number of seconds.
    public func sleep(_ seconds: UInt64) { SystemMonotonicClock().sleep(seconds) }
}

// MARK: the engine's side

/// A caller's transport, as the engine uses it.
struct CallerTransport: HTTPTransport {
    let transport: any OnlineTransport

    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let host = request.url.authority
        let given: TransportResponse
        do {
            given = try transport.perform(
                TransportRequest(
                    method: request.method.rawValue, url: request.url.text,
                    headers: request.headers.map { TransportRequest.Header($0.name, $0.value) }, body: request.body,
                    timeout: request.timeouts.total, sizeLimit: request.sizeLimit))
        } catch {
            let detail = TerminalText.escape(error.message)
            throw error.mayHaveArrived
                ? .connectionLost(host: host, detail: detail, .mayHaveArrived)
                : .cannotConnect(host: host, detail: detail)
        }
        guard given.body.count <= request.sizeLimit else { throw .tooLarge(host: host, limit: request.sizeLimit) }
        let response = HTTPResponse(
            status: given.status, headers: given.headers.map { HTTPHeader($0.name.lowercased(), $0.value) },
            body: given.body)
        if response.isRedirect, let location = response.header("location") {
            throw .redirectRefused(host: host, location: TerminalText.escape(location))
        }
        return response
    }
}

/// Whether the task that waits for a call was cancelled. From then on no request is begun.
final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() { flag.store(true, ordering: .releasing) }

    func check(_ request: HTTPRequest) throws(HTTPError) {
        guard !isCancelled else {
            throw .cannotConnect(host: request.url.authority, detail: "the call was cancelled")
        }
    }
}

/// A transport that begins nothing once the call was cancelled.
struct CancellableTransport: HTTPTransport {
    let transport: any HTTPTransport
    let cancellation: Cancellation

    func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        try cancellation.check(request)
        return try transport.perform(request)
    }
}

/// A transport for concurrent requests that begins nothing once the call was cancelled.
final class CancellableMultiplexer: HTTPMultiplexer {
    private let multiplexer: any HTTPMultiplexer
    private let cancellation: Cancellation
    private var refused: [HTTPAnswer] = []

    init(_ multiplexer: any HTTPMultiplexer, _ cancellation: Cancellation) {
        (self.multiplexer, self.cancellation) = (multiplexer, cancellation)
    }

    func begin(_ request: HTTPRequest, ticket: Int) {
        do throws(HTTPError) {
            try cancellation.check(request)
            multiplexer.begin(request, ticket: ticket)
        } catch { refused.append(HTTPAnswer(ticket: ticket, result: .failure(error))) }
    }

    func answers(within time: Duration) -> [HTTPAnswer] {
        guard refused.isEmpty else {
            defer { refused = [] }
            return refused
        }
        return multiplexer.answers(within: time)
    }
}

/// A client's clock, as the engine uses it. Once the call was cancelled, nothing sleeps.
struct EngineClock: MonotonicClock {
    let clock: any OnlineClock
    let cancellation: Cancellation?

    private var isCancelled: Bool { cancellation?.isCancelled ?? false }

    var seconds: UInt64 { clock.monotonic }
    var time: Int64 { clock.now }

    func sleep(_ seconds: UInt64) {
        // In short parts, so that a cancelled call ends soon.
        for _ in 0..<seconds {
            guard !isCancelled else { return }
            clock.sleep(1)
        }
    }
}
