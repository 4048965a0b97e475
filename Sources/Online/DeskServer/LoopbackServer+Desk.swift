// SPDX-License-Identifier: Apache-2.0

package import Desk
package import Faults
import FlyingFox
package import LoopbackHTTP

extension LoopbackServer {
    /// Serves a desk until `end` returns.
    ///
    /// - Parameter ready: called once, with the address that admits the browser.
    package func serve(
        _ settings: Desk.Settings, until end: @Sendable @escaping () async -> Void,
        ready: @Sendable @escaping (String) throws(Failure) -> Void
    ) async throws(Failure) {
        let handler = LateHandler()
        try await run(
            handler,
            beside: {
                let desk = try await handler.desk()
                try await desk.watchJournal()
            },
            until: {
                await end()
                try? await handler.desk().close()
            },
            ready: { port throws(Failure) in
                let key = DeskGuard.secret()
                let gate = DeskGuard(port: port, key: key, session: DeskGuard.secret())
                let desk = Desk(settings, guard: gate)
                handler.begin(desk, port: port)
                try ready("\(gate.origin)/?key=\(key)")
            })
    }
}
