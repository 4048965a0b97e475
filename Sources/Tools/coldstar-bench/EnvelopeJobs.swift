// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// The processing of every envelope: decode, hash, sign, encode; together, and each step alone.
struct EnvelopeJobs: ~Copyable {
    /// The decoded envelopes, with their bytes.
    let envelopes: [(envelope: TransactionEnvelope, bytes: [UInt8])]
    private let lines: [[UInt8]]
    private let key: Ed25519.SecretKey
    private let account: Uint256

    /// - Parameter lines: unsigned envelopes in base64.
    init(_ lines: [[UInt8]], signedBy key: consuming Ed25519.SecretKey) throws {
        guard !lines.isEmpty else { throw BenchError.input("no envelopes") }
        guard let account = Uint256(key.publicKey) else { throw BenchError.input("no key") }
        let envelopes = try lines.map { line in
            let bytes = try Base64.decode(line)
            return (envelope: try TransactionEnvelope(xdr: bytes), bytes: bytes)
        }
        self.lines = lines
        self.account = account
        self.envelopes = envelopes
        self.key = key
    }

    var publicKey: [UInt8] { key.publicKey }
    var indices: Range<Int> { lines.indices }

    /// Processes one envelope, from a line of base64 to the signed line.
    func signed(_ index: Int) throws -> String {
        let envelope = try TransactionEnvelope(xdr: Base64.decode(lines[index]))
        return Base64.encode(try sign(envelope).xdr)
    }

    private func sign(_ envelope: TransactionEnvelope) throws -> TransactionEnvelope {
        let signature = Ed25519.sign(envelope.hash(on: .testnet).bytes, with: key)
        guard let decorated = DecoratedSignature(by: account, signature) else { throw BenchError.input("no signature") }
        return try envelope.adding(decorated)
    }

    func run(_ stopwatch: Stopwatch) throws {
        let count = lines.count
        try stopwatch.measure("job", seconds: 1) { Stopwatch.use(try signed($0 % count)) }
        try stopwatch.measure("only_b64dec") { Stopwatch.use(try Base64.decode(lines[$0 % count])) }
        try stopwatch.measure("only_xdr_decode") {
            Stopwatch.use(try TransactionEnvelope(xdr: envelopes[$0 % count].bytes))
        }
        stopwatch.measure("only_hash") { Stopwatch.use(envelopes[$0 % count].envelope.hash(on: .testnet)) }
        let hash = envelopes[0].envelope.hash(on: .testnet).bytes
        stopwatch.measure("only_sign") { _ in Stopwatch.use(Ed25519.sign(hash, with: key)) }
        stopwatch.measure("only_xdr_encode") { Stopwatch.use(envelopes[$0 % count].envelope.xdr) }
        stopwatch.measure("only_b64enc") { Stopwatch.use(Base64.encode(envelopes[$0 % count].bytes)) }
    }
}
