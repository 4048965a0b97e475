// SPDX-License-Identifier: Apache-2.0

import Codec

/// Blocks SIGPIPE while libcurl writes, because TLS libraries may use plain `write` on a connection that the peer has
/// closed. Elsewhere, above all for a closed standard output, the signal keeps its effect.
enum PipeSignal {
    /// Runs the body with SIGPIPE blocked in this thread, and discards one that arrived meanwhile.
    static func held<Value>(_ body: () -> Value) -> Value {
        var pipe = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        let value = body()
        sigpending(&pending)
        if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
            var caught: Int32 = 0
            sigwait(&pipe, &caught)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return value
    }
}
