// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR

/// Responses of a Stellar RPC server. The first byte picks the method; what was asked for is taken from the response
/// itself, which would otherwise never be about it.
enum RPCResponses {
    static let methods = [
        "getHealth", "getNetwork", "getVersionInfo", "getLatestLedger", "getFeeStats", "getLedgerEntries",
        "simulateTransaction", "sendTransaction", "getTransaction", "getTransactions", "getEvents",
    ]
    private static let id: UInt64 = 1

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let first = input.first else { return false }
        let body = Array(input.dropFirst())
        let result = (try? JSON(parsing: body))?["result"]
        switch methods[Int(first) % methods.count] {
        case "getHealth": return try read(.health, body) { $0.oldestLedger <= $0.latestLedger }
        case "getNetwork": return try read(.network, body) { $0.network == Network(passphrase: $0.network.passphrase) }
        case "getVersionInfo": return try read(.version, body) { _ in true }
        case "getLatestLedger":
            return try read(.latestLedger, body) { ledger in
                ledger.header.map { $0.sequence == ledger.sequence } ?? true
            }
        case "getFeeStats": return try read(.feeStats, body) { $0.classic.min >= 0 && $0.contracts.min >= 0 }
        case "getLedgerEntries": return try entries(body, result)
        case "simulateTransaction": return try simulation(body)
        case "sendTransaction": return try sending(body, result)
        case "getTransaction": return try transaction(body, result)
        case "getTransactions":
            return try read(.transactions([], limit: 200, cursor: nil, on: .testnet), body) {
                $0.transactions.read().allSatisfy(isWhole)
            }
        default: return try read(.events([], filters: [], limit: 200, cursor: nil), body) { $0.events.count <= 200 }
        }
    }

    private static func entries(_ body: [UInt8], _ result: JSON?) throws(BrokenPromise) -> Bool {
        let records = result?["entries"]?.asArray ?? []
        let keys = records.compactMap { record in
            record["key"]?.asString.flatMap { try? Base64.decode($0) }.flatMap { try? LedgerKey(xdr: $0) }
        }
        return try read(.ledgerEntries(keys), body) { found in
            found.entries.count == records.count && found.entries.allSatisfy { $0.value.data.key == $0.key }
        }
    }

    private static func sending(_ body: [UInt8], _ result: JSON?) throws(BrokenPromise) -> Bool {
        guard let hash = hash(result?["hash"]) else { return false }
        return try read(.send(base64: "", hash: hash), body) { $0.hash == hash }
    }

    private static func transaction(_ body: [UInt8], _ result: JSON?) throws(BrokenPromise) -> Bool {
        guard let hash = hash(result?["txHash"]) else { return false }
        let isRead = try read(.transaction(hash, on: .testnet), body) { $0.found.map(isWhole) != false }
        let outcome = try read(.outcome(of: hash, on: .testnet), body) {
            $0.found.map { $0.envelope.hash(on: .testnet) == $0.hash } != false
        }
        try BrokenPromise.unless(!isRead || outcome, "a transaction is read, and its outcome is not")
        return isRead
    }

    private static func simulation(_ body: [UInt8]) throws(BrokenPromise) -> Bool {
        var isRead = false
        for isCall in [false, true] {
            let accepted = try read(.simulation(isCall: isCall), body) { simulation in
                switch simulation {
                case .failed(let failed): isPlain(failed.message)
                case .succeeded(let found): (found.result != nil) == isCall && found.minResourceFee >= 0
                }
            }
            if accepted { isRead = true }
        }
        return isRead
    }

    private static func isWhole(_ record: TransactionRecord) -> Bool {
        guard record.applied.envelope.hash(on: .testnet) == record.applied.hash else { return false }
        guard record.isSuccessful, record.meta.fault == nil,
            case .opInner(.invokeHostFunction(.success(let hash)))? = record.applied.result?.operations.first
        else { return true }
        return record.returnValue.map {
            Hash(sha256: InvokeHostFunctionSuccessPreImage(returnValue: $0, events: record.events).xdr) == hash
        } ?? false
    }

    private static func hash(_ json: JSON?) -> TransactionHash? { json?.asString.flatMap(TransactionHash.init(hex:)) }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7e).contains($0) } }

    private static func read<Value>(
        _ endpoint: RPCEndpoint<Value>, _ body: [UInt8], _ holds: (Value) -> Bool
    ) throws(BrokenPromise) -> Bool {
        guard let base = try? HTTPURL("https://rpc.example/") else { return false }
        let response = HTTPResponse(
            status: 200, headers: [HTTPHeader("content-type", "application/json")], body: body)
        let outcome = Result { () throws(RPCError) in try endpoint.answer(.success(response), from: base, id: id) }
        switch outcome {
        case .success(let value):
            try BrokenPromise.unless(holds(value), "\(endpoint.method) gives a value that it promises not to")
            return true
        case .failure(let error):
            try BrokenPromise.unless(isPlain(error.message), "a refusal is not printable: \(endpoint.method)")
            return false
        }
    }
}
