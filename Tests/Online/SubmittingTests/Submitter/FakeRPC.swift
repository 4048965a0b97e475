// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import HTTP
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization

/// An in-memory Stellar RPC server with one transaction, whose account it has, and a script of statuses.
final class FakeRPC: Sendable {
    struct State: Sendable {
        /// What sendTransaction says in turn, the last for ever; a text with a space is an internal error.
        var sending = ["PENDING"]
        /// What getTransaction says in turn once something was sent, the last for ever.
        var finding = ["SUCCESS"]
        var result = TransactionResult(feeCharged: 100, result: .txSuccess([]), ext: .v0)
        /// What was sent, in base64.
        var sent: [String] = []
        var methods: [String] = []
        var sequence: Int64 = 100
        var latestLedger: Int64 = 2000
        var closedAt: Int64 = 1_000_000
        var oldestLedger: Int64 = 1000
        var oldestClosedAt: Int64 = 900_000
        var network = Network.testnet
        var isUp = true
    }

    let state: Mutex<State>
    private let envelope: TransactionEnvelope

    /// - Parameter envelope: the transaction that it knows.
    init(_ envelope: TransactionEnvelope, _ state: State = State()) {
        self.envelope = envelope
        self.state = Mutex(state)
    }

    var transport: RecordedTransport { RecordedTransport { [self] request in answer(request) } }

    func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        state.withLock { state in
            guard state.isUp else {
                return .failure(.cannotConnect(host: request.url.authority, detail: "refused"))
            }
            guard let asked = try? JSON(parsing: request.body ?? []), let method = asked["method"]?.asString else {
                return .success(HTTPResponse(status: 500))
            }
            state.methods.append(method)
            var body: JSON = [
                "jsonrpc": "2.0", "id": asked["id"] ?? .null, "result": result(method, asked["params"], &state),
            ]
            if let words = body["result"]?["status"]?.asString, words.contains(" ") {
                body = [
                    "jsonrpc": "2.0", "id": asked["id"] ?? .null, "error": ["code": -32603, "message": .string(words)],
                ]
            }
            return .success(
                HTTPResponse(
                    status: 200, headers: [HTTPHeader("content-type", "application/json")],
                    body: Array(body.text().utf8)))
        }
    }

    private func result(_ method: String, _ params: JSON?, _ state: inout State) -> JSON {
        switch method {
        case "getNetwork": return ["passphrase": .string(state.network.passphrase), "protocolVersion": 27]
        case "getLatestLedger":
            let header = Self.header(state)
            return [
                "id": .string(Hex.encode(SHA256.hash(header))), "protocolVersion": 27,
                "sequence": .integer(state.latestLedger), "closeTime": .string(String(state.closedAt)),
                "headerXdr": .string(Base64.encode(header)),
            ]
        case "getHealth": return ledgers(state).adding([("status", "healthy"), ("ledgerRetentionWindow", 1000)])
        case "getLedgerEntries": return entries(params, state)
        case "sendTransaction":
            state.sent.append(params?["transaction"]?.asString ?? "")
            let hash = envelope.hash(on: state.network).hex
            return ledgers(state).adding([("status", .string(Self.take(&state.sending))), ("hash", .string(hash))])
        default: return lookUp(&state)
        }
    }

    private func lookUp(_ state: inout State) -> JSON {
        let status = state.sent.isEmpty ? "NOT_FOUND" : Self.take(&state.finding)
        let hash = envelope.hash(on: state.network).hex
        let answer = ledgers(state).adding([("status", .string(status)), ("txHash", .string(hash))])
        guard status != "NOT_FOUND" else { return answer }
        return answer.adding([
            ("feeBump", false), ("envelopeXdr", .string(Base64.encode(envelope.xdr))),
            ("resultXdr", .string(Base64.encode(state.result.xdr))), ("ledger", 1999), ("createdAt", "1000000"),
        ])
    }

    private func entries(_ params: JSON?, _ state: State) -> JSON {
        let source = envelope.innermost.sourceAccount.account
        let key = Base64.encode(LedgerKey.account(LedgerKeyAccount(accountID: source)).xdr)
        let setting = LedgerKey.configSetting(LedgerKeyConfigSetting(configSettingID: .contractMaxSizeBytes))
        let known = [
            key: Self.account(source, state.sequence),
            // Its type, number and value.
            Base64.encode(setting.xdr): Self.words([8, 0, 65_536]),
        ]
        let found = (params?["keys"]?.asArray ?? []).compactMap { key -> JSON? in
            guard let key = key.asString, let entry = known[key] else { return nil }
            return ["key": .string(key), "xdr": .string(Base64.encode(entry)), "lastModifiedLedgerSeq": 1500]
        }
        return ["entries": .array(found), "latestLedger": .integer(state.latestLedger)]
    }

    private static func words(_ words: [UInt32]) -> [UInt8] {
        var writer = XDRWriter(capacity: 4 * words.count)
        for word in words { word.encode(into: &writer) }
        return writer.finish()
    }

    /// The header of the latest ledger: zeros but for what is read of it.
    private static func header(_ state: State) -> [UInt8] {
        let hash = [UInt32](repeating: 0, count: 8)
        let (high, low) = (UInt32(truncatingIfNeeded: state.closedAt >> 32), UInt32(truncatingIfNeeded: state.closedAt))
        var header: [UInt32] = [27] + hash + hash + [high, low, 0, 0] + hash + hash
        header += [UInt32(truncatingIfNeeded: state.latestLedger)]
        // Coins, fee pool, inflation, the last id; fee, reserve, operations; the skip list and the extension.
        header += [0, 0, 0, 0, 0, 0, 0] + [100, 5_000_000, 1000] + hash + hash + hash + hash + [0]
        return words(header)
    }

    /// The ledger entry of an account with its own key: type, id, balance, number, and nothing else.
    private static func account(_ id: AccountID, _ sequence: Int64) -> [UInt8] {
        var writer = XDRWriter(capacity: 128)
        Int32(0).encode(into: &writer)
        id.encode(into: &writer)
        Int64(1_000_000_000).encode(into: &writer)
        sequence.encode(into: &writer)
        // Subentries, inflation destination, flags, home domain, thresholds, signers, extension.
        for word in [0, 0, 0, 0, 0x0100_0000, 0, 0] as [UInt32] { word.encode(into: &writer) }
        return writer.finish()
    }

    private func ledgers(_ state: State) -> JSON {
        [
            "latestLedger": .integer(state.latestLedger),
            "latestLedgerCloseTime": .string(String(state.closedAt)),
            "oldestLedger": .integer(state.oldestLedger),
            "oldestLedgerCloseTime": .string(String(state.oldestClosedAt)),
        ]
    }

    private static func take(_ script: inout [String]) -> String {
        script.count > 1 ? script.removeFirst() : script.first ?? "NOT_FOUND"
    }
}

extension JSON {
    func adding(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject((asObject?.members.map { ($0.key, $0.value) } ?? []) + members))
    }
}
