// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import Stellar
import StellarXDR

/// Posts envelopes to a server on loopback, many in parallel, and reads each response as the submitter does: request,
/// transport, strict JSON, the record, its result, the hash.
struct PostJob {
    private let envelopes: [(text: String, hash: TransactionHash)]
    private let base: HTTPURL
    /// Concurrent requests, as many as in the C program and the Python one.
    private static let parallel = 50

    init(_ lines: [[UInt8]], url: String) throws {
        envelopes = try lines.map { line in
            let envelope = try TransactionEnvelope(xdr: try Base64.decode(String(decoding: line, as: UTF8.self)))
            return (String(decoding: line, as: UTF8.self), envelope.hash(on: .testnet))
        }
        base = try HTTPURL(url)
    }

    /// Posts all of them, once per run of the stopwatch's job.
    func run(_ stopwatch: Stopwatch) throws {
        let multi = try CurlMulti(connections: Self.parallel)
        try stopwatch.measure("post", seconds: 2, weight: envelopes.count, batch: 1) { _ in try all(over: multi) }
    }

    private func all(over multi: CurlMulti) throws {
        var (next, done) = (0, 0)
        while done < envelopes.count {
            while next < envelopes.count, next - done < Self.parallel {
                let posting = SubmissionRequest(envelope: envelopes[next].text, hash: envelopes[next].hash)
                multi.begin(posting.request(at: base), ticket: next)
                next += 1
            }
            for answer in multi.answers(within: .seconds(10)) {
                let envelope = envelopes[answer.ticket]
                let posting = SubmissionRequest(envelope: envelope.text, hash: envelope.hash)
                guard case .inLedger(let record) = posting.answer(answer.result), record.isSuccessful else {
                    throw BenchError.input("the server did not take an envelope: \(posting.answer(answer.result))")
                }
                done += 1
            }
        }
    }
}
