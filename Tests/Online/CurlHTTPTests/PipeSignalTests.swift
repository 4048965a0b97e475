// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CurlHTTP

struct PipeSignalTests {
    /// Were the signal not held, the whole test run would end here.
    @Test func `a pipe that breaks inside does not end the program, and the signal is free again after it`() {
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
