// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Practice
import Stellar
import StellarXDR
import Synchronization
import TestSupport

/// A practice RPC with a clock that only tests advance, and its friendbot's help.
final class Practice: Sendable {
    static let start: UInt64 = 1_800_000_000
    let ledger: PracticeLedger
    let service: RPCService
    private let clock = Clock()

    private final class Clock: Sendable {
        private let time = Mutex(Practice.start)
        var now: UInt64 { time.withLock { $0 } }
        func advance(_ seconds: UInt64) { time.withLock { $0 += seconds } }
    }

    init() {
        let clock = clock
        ledger = PracticeLedger(network: .testnet) { clock.now }
        service = RPCService(ledger: ledger, name: "practice 1") { 42 }
    }

    func advance(_ seconds: UInt64) { clock.advance(seconds) }

    func reply(_ body: String, type: String? = "application/json", fault: RPCFault? = nil) async -> RPCReply {
        await service.answer(contentType: type, body: Array(body.utf8), fault: fault, friendbot: "http://x/friendbot")
    }

    /// The whole response to a request.
    func answer(_ method: String, _ parameters: JSON = .null, fault: RPCFault? = nil) async throws -> JSON {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": parameters]
        return try JSON(parsing: Array(await reply(request.text(), fault: fault).body.utf8))
    }

    func result(_ method: String, _ parameters: JSON = .null, fault: RPCFault? = nil) async throws -> JSON {
        try await answer(method, parameters, fault: fault).member("result")
    }

    /// The code of the error that a request gets.
    func code(_ method: String, _ parameters: JSON = .null) async throws -> Int {
        try await answer(method, parameters).object("error").integer("code")
    }
}

extension TestKey {
    func sign(_ transaction: Transaction) -> TransactionEnvelope {
        let signature = sign(transaction.hash(on: .testnet))
        return .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray([signature]) ?? BoundedArray()))
    }
}

enum Vectors {
    static func json(_ name: String) throws -> JSON { try VectorFiles.json(name + ".json", beside: #filePath) }
}
