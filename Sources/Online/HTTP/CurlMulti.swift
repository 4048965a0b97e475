// SPDX-License-Identifier: Apache-2.0

import CCurl
import Codec

/// An `HTTPMultiplexer` over libcurl's multi interface, with one thread and one connection pool.
///
/// The rules of `CurlTransport` apply to every request. Not thread-safe.
package final class CurlMulti: HTTPMultiplexer {
    private let options: CurlOptions
    private let multi: UnsafeMutableRawPointer
    private var idle: [CurlHandle] = []
    private var running: [UnsafeMutableRawPointer: (handle: CurlHandle, ticket: Int)] = [:]
    /// Results of requests that failed before they were started.
    private var failed: [HTTPAnswer] = []

    /// - Parameter connections: the maximum number of idle connections kept for reuse.
    package init(_ options: CurlOptions = CurlOptions(), connections: Int) throws(HTTPError) {
        try options.check()
        self.options = options
        idle.append(try CurlHandle(options))  // also brings libcurl up
        guard let multi = curl_multi_init(),
            coldstar_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections) == CURLM_OK
        else { throw .badSetup("libcurl does not start") }
        self.multi = multi
    }

    deinit {
        for curl in running.keys { curl_multi_remove_handle(multi, curl) }
        curl_multi_cleanup(multi)
    }

    package func begin(_ request: HTTPRequest, ticket: Int) {
        do throws(HTTPError) {
            let handle = if let used = idle.popLast() { used } else { try CurlHandle(options) }
            try handle.begin(request)
            guard curl_multi_add_handle(multi, handle.curl) == CURLM_OK else {
                throw .badSetup("libcurl takes no more requests")
            }
            running[handle.curl] = (handle, ticket)
        } catch {
            failed.append(HTTPAnswer(ticket: ticket, result: .failure(error)))
        }
    }

    package func answers(within time: Duration) -> [HTTPAnswer] {
        var answers = failed
        failed = []
        guard !running.isEmpty else { return answers }
        PipeSignal.held {
            var left: Int32 = 0
            curl_multi_perform(multi, &left)
            collect(&answers)
            guard answers.isEmpty else { return }
            let end = ContinuousClock.now + time
            while answers.isEmpty {
                let rest = end - ContinuousClock.now
                guard rest > .zero else { return }
                // A bounded wait, so that the loop checks the clock even when libcurl has nothing to do.
                curl_multi_poll(multi, nil, 0, Int32(min(1000, rest / .milliseconds(1) + 1)), nil)
                curl_multi_perform(multi, &left)
                collect(&answers)
            }
        }
        return answers
    }

    private func collect(_ answers: inout [HTTPAnswer]) {
        var code = CURLE_OK
        while let curl = coldstar_curl_multi_ended(multi, &code) {
            curl_multi_remove_handle(multi, curl)
            guard let (handle, ticket) = running.removeValue(forKey: curl) else { continue }
            let result = Result { () throws(HTTPError) in
                let response = try handle.end(code)
                if response.isRedirect, let location = response.header("location") {
                    throw .redirectRefused(host: handle.url?.authority ?? "", location: CurlHandle.printable(location))
                }
                return response
            }
            idle.append(handle)
            answers.append(HTTPAnswer(ticket: ticket, result: result))
        }
    }
}

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
