// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Submitting

struct AccountQueueTests {
    @Test func `starts with the lowest sequence number, whatever the order given`() {
        let queue = AccountQueue([(id: 0, sequence: 9), (id: 1, sequence: 7), (id: 2, sequence: 8)])
        #expect(queue.current == [1])
        #expect(queue.later == [2, 0])
    }

    @Test func `advances when the current transaction was applied`() {
        var queue = AccountQueue([(id: 0, sequence: 7), (id: 1, sequence: 8)])
        let isComplete = queue.ended(0, wasApplied: true)
        #expect(isComplete)
        #expect(queue.current == [1] && queue.state == .going)
    }

    @Test func `is blocked permanently by a failure`() {
        var queue = AccountQueue([(id: 0, sequence: 7), (id: 1, sequence: 8)])
        #expect(queue.endsWith(failureOf: 0))
        let isComplete = queue.ended(0, wasApplied: false)
        #expect(isComplete)
        #expect(queue.state == .blocked(by: 0))
    }

    @Test func `stops for this run at an unknown outcome`() {
        var queue = AccountQueue([(id: 0, sequence: 7), (id: 1, sequence: 8)])
        let isComplete = queue.ended(0, wasApplied: nil)
        #expect(isComplete)
        #expect(queue.state == .stopped(by: 0))
    }

    @Test func `waits for both a payment and its fee bump with the same sequence number`() {
        var queue = AccountQueue([(id: 0, sequence: 7), (id: 1, sequence: 7), (id: 2, sequence: 8)])
        #expect(queue.current == [0, 1])
        #expect(!queue.endsWith(failureOf: 0))
        let isFirstComplete = queue.ended(0, wasApplied: false)
        #expect(!isFirstComplete)
        let isComplete = queue.ended(1, wasApplied: true)
        #expect(isComplete)
        #expect(queue.current == [2])
    }

    @Test func `an unknown outcome outweighs a failure with the same sequence number`() {
        var queue = AccountQueue([(id: 0, sequence: 7), (id: 1, sequence: 7)])
        let isFirstComplete = queue.ended(0, wasApplied: nil)
        #expect(!isFirstComplete)
        #expect(!queue.endsWith(failureOf: 1))
        let isComplete = queue.ended(1, wasApplied: false)
        #expect(isComplete)
        #expect(queue.state == .stopped(by: 0))
    }
}
