// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CommandLine

@Suite(.serialized) struct InterruptionTests {
    /// The handler of SIGHUP, as an integer.
    private static func handler() -> Int {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    @Test func `ending a run that has not begun leaves the handler of another part in place`() {
        signal(SIGHUP) { _ in }
        defer { signal(SIGHUP, SIG_DFL) }
        let before = Self.handler()
        Interruption.end()
        #expect(Self.handler() == before)
    }

    @Test func `the handler is installed while a run is under way, and removed after it`() {
        let before = Self.handler()
        Interruption.begin(open: 1)
        #expect(Self.handler() != before)
        Interruption.end()
        #expect(Self.handler() == unsafeBitCast(SIG_DFL, to: Int.self))
    }

    @Test func `an ignored signal stays ignored`() {
        signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, SIG_DFL) }
        let ignored = Self.handler()
        Interruption.begin(open: 0)
        #expect(Self.handler() == ignored)
        Interruption.end()
        #expect(Self.handler() == ignored)
    }
}
