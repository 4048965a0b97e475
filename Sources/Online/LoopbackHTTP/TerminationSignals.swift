// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Waits for SIGINT and SIGTERM, so that the server can shut down in order.
package struct TerminationSignals: @unchecked Sendable {
    // Safe as Sendable: the stream is Sendable, and the sources are only kept alive.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Void>

    /// From now on, the two signals do not end the process. None is missed once this returns.
    package init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        let registered = DispatchSemaphore(value: 0)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            // It is registered on another thread, and a signal before that is ignored.
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        for _ in sources { registered.wait() }
    }

    /// Returns when a signal arrives, or when the task is cancelled.
    package func first() async {
        for await _ in stream { return }
    }
}
