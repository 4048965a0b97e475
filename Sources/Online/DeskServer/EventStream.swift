// SPDX-License-Identifier: Apache-2.0

import Desk
import FlyingSocks

/// Server-sent events as the body of a response. A comment every few seconds finds out that the browser has gone.
struct EventStream: AsyncBufferedSequence {
    typealias Element = UInt8

    private let events: AsyncStream<ChangeFeed.Event>

    init(_ events: AsyncStream<ChangeFeed.Event>) { self.events = events }

    func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        typealias Element = UInt8

        fileprivate var events: AsyncStream<ChangeFeed.Event>.AsyncIterator
        private var rest: ArraySlice<UInt8> = []

        fileprivate init(events: AsyncStream<ChangeFeed.Event>.AsyncIterator) { self.events = events }

        mutating func next() async throws -> UInt8? {
            if rest.isEmpty, let more = try await nextBuffer(suggested: 4096) { rest = more[...] }
            return rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let event = await events.next() else { return nil }
            return Array(event.text.utf8)
        }
    }
}
