// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTP

struct PipeSignalTests {
    /// If the signal were not blocked, it would end the test run here.
    @Test func `blocks SIGPIPE during the call and leaves it unblocked and not pending`() {
        let result = PipeSignal.held { raise(SIGPIPE) }
        #expect(result == 0)
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(sigismember(&mask, SIGPIPE) == 0)
        var pending = sigset_t()
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 0)
    }
}
