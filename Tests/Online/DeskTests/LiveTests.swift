// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Desk

struct LiveTests {
    @Test func `a page that listens is told what changes`() async throws {
        let feed = ChangeFeed()
        let stream = try #require(feed.listen())
        feed.post()
        feed.post(progress: "waiting <b>", of: "abcd")
        feed.close()
        var texts: [String] = []
        for await event in stream { texts.append(event.text) }
        #expect(texts[0] == "event: change\ndata: 0\n\n" && texts[1] == "event: change\ndata: 1\n\n")
        #expect(texts[2].hasPrefix("event: progress\ndata: {") && texts[2].hasSuffix("}\n\n"))
    }

    @Test func `a slow page keeps the latest events, and more pages than allowed are not told`() async throws {
        let feed = ChangeFeed()
        let stream = try #require(feed.listen())
        for _ in 0..<100 { feed.post() }
        let others = (1..<ChangeFeed.mostListeners).map { _ in feed.listen() }
        #expect(others.allSatisfy { $0 != nil } && feed.listen() == nil)
        feed.close()
        var last = ""
        var count = 0
        for await event in stream {
            last = event.text
            count += 1
        }
        #expect(count <= 17 && last.contains("data: 100"))
    }
}
