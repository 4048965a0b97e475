// SPDX-License-Identifier: Apache-2.0

import Desk
import FlyingFox
import Synchronization

/// Answers once the port is known, which the guard of the desk needs.
final class LateHandler: HTTPHandler {
    private struct State {
        var desk: (desk: Desk, handler: DeskHandler)?
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    func begin(_ desk: Desk, port: UInt16) {
        let waiting = state.withLock { state in
            state.desk = (desk, DeskHandler(desk, port: port))
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// - Throws: when the task is cancelled, as it is where the port is in use.
    private func known() async throws -> (desk: Desk, handler: DeskHandler) {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.desk == nil, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
        guard let found = state.withLock({ $0.desk }) else { throw CancellationError() }
        return found
    }

    func desk() async throws -> Desk { try await known().desk }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await known().handler.handleRequest(request)
    }
}
