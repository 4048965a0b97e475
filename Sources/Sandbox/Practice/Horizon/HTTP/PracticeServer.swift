// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerRules
import LoopbackHTTP

/// Horizon, Stellar RPC, friendbot and an anchor of a practice network over HTTP, on loopback only.
package struct PracticeServer: Sendable {
    private let server: LoopbackServer
    private let name: String
    private let ledger: PracticeLedger
    private let anchor: PracticeAnchor
    private let rpc: RPCFace

    /// - Parameters:
    ///   - port: 0 lets the system choose a free one.
    ///   - name: the name and version that the server states of itself.
    ///   - fault: what goes wrong at `/rpc`.
    /// - Throws: `Failure` of kind `unreachable` if the port cannot be listened on.
    package init(
        port: UInt16, name: String, ledger: PracticeLedger, anchor: PracticeAnchor, rpc: RPCService,
        fault: RPCFault? = nil
    ) throws(Failure) {
        server = try LoopbackServer(port: port)
        self.name = name
        self.ledger = ledger
        self.anchor = anchor
        self.rpc = RPCFace(service: rpc, fault: fault)
    }

    /// Serves until `end` returns; `ready` is called once, with the URL, as soon as clients can connect.
    ///
    /// - Throws: what `ready` throws.
    package func run(
        until end: @Sendable @escaping () async -> Void,
        ready: (String) throws(Failure) -> Void
    ) async throws(Failure) {
        let handler = Handler(
            port: server.port, name: name, ledger: ledger, anchor: AnchorFace(anchor: anchor), rpc: rpc)
        let anchor = anchor
        try ready(Self.url(port: server.port))
        try await server.run(
            handler, for: .everyone,
            beside: {
                // Advance transfers even if no client sends a request.
                while true {
                    try await Task.sleep(for: .seconds(1))
                    await anchor.advance()
                }
            }, until: end)
    }

    static func url(port: UInt16) -> String { "http://\(LoopbackServer.host):\(port)" }
}
