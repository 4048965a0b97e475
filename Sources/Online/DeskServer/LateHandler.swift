// SPDX-License-Identifier: Apache-2.0

import Desk
import FlyingFox
import Synchronization

/// Answers once the port is known, which the guard of the desk needs.
final class LateHandler: HTTPHandler {
    private struct State {
        var desk: (desk: Desk, handler: DeskHandler)?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func begin(_ desk: Desk, port: UInt16) {
        let waiting = state.withLock { state in
            state.desk = (desk, DeskHandler(desk, port: port))
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func known() async -> (desk: Desk, handler: DeskHandler) {
        while true {
            if let found = state.withLock({ $0.desk }) { return found }
            await withCheckedContinuation { continuation in
                let isKnown = state.withLock { state in
                    if state.desk == nil { state.waiting.append(continuation) }
                    return state.desk != nil
                }
                if isKnown { continuation.resume() }
            }
        }
    }

    func desk() async -> Desk { await known().desk }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await known().handler.handleRequest(request)
    }
}
