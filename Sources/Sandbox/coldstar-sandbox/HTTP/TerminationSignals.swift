// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation

/// SIGINT and SIGTERM, as something to wait for instead of a sudden end.
struct TerminationSignals: @unchecked Sendable {
    // Sendable: the stream is, and the sources are only kept alive, never touched again.
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Void>

    /// From now on the two signals no longer end the process by themselves.
    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Returns when one of them has come, or when the task is cancelled.
    func first() async {
        for await _ in stream { return }
    }
}
