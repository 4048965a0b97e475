// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The body of a response that grows while it is sent.
package final class ByteStream: Sendable {
    enum Part: Hashable {
        case bytes([UInt8])
        /// Nothing came within the time.
        case nothing
        case end
    }

    private struct State {
        var waiting: [[UInt8]] = []
        var isOver = false
        var source: Task<Void, Never>?
    }

    /// A client that is further behind has stopped reading: the stream ends, and the client connects again.
    private static let mostWaiting = 256

    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    package init<Element: Sendable>(
        _ elements: AsyncStream<Element>, bytes: @Sendable @escaping (Element) -> [UInt8]
    ) {
        let source = Task { [weak self] in
            for await element in elements {
                guard let self, add(bytes(element)) else { break }
            }
            self?.end()
        }
        state.withLock { $0.source = source }
    }

    deinit { end() }

    private func add(_ bytes: [UInt8]) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isOver, state.waiting.count < Self.mostWaiting else { return false }
            state.waiting.append(bytes)
            return true
        }
        arrivals.signal()
        return isTaken
    }

    /// Lets what produces the bytes go.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.source?.cancel()
        }
        arrivals.signal()
    }

    /// The next bytes; waits for them.
    func next(within milliseconds: Int) -> Part {
        _ = arrivals.wait(timeout: .now() + .milliseconds(milliseconds))
        return state.withLock { state in
            if !state.waiting.isEmpty { return .bytes(state.waiting.removeFirst()) }
            return state.isOver ? .end : .nothing
        }
    }
}
