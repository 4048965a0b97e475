// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Envelopes in the forms that people read, SEP-51 JSON and txrep, each way.
struct FormJobs {
    private let envelopes: [TransactionEnvelope]
    private let documents: [[UInt8]]
    private let lines: [[UInt8]]

    init(_ envelopes: [(envelope: TransactionEnvelope, bytes: [UInt8])]) {
        self.envelopes = envelopes.map(\.envelope)
        documents = self.envelopes.map { Array(XDRJSON.text(of: $0).utf8) }
        lines = self.envelopes.map { Array(Txrep.text(of: $0, on: .testnet).utf8) }
    }

    func run(_ stopwatch: Stopwatch) throws {
        let count = envelopes.count
        stopwatch.measure("json_write") { Stopwatch.use(XDRJSON.text(of: envelopes[$0 % count])) }
        try stopwatch.measure("json_read") { run in
            let envelope: TransactionEnvelope = try XDRJSON.value(JSON(parsing: documents[run % count]))
            Stopwatch.use(envelope)
        }
        stopwatch.measure("txrep_write") { Stopwatch.use(Txrep.text(of: envelopes[$0 % count], on: .testnet)) }
        try stopwatch.measure("txrep_read") { Stopwatch.use(try Txrep.envelope(lines[$0 % count])) }
    }
}
