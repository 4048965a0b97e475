// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps SIGPIPE from ending the program while libcurl writes to a connection that the other side has closed: TLS libraries
/// may use plain `write`. The signal stays what it is for everything else, for a closed standard output above all.
enum PipeSignal {
    /// Runs the body with the signal blocked in this thread; one that came meanwhile is dropped.
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
