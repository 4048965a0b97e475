// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerRules

/// Stellar RPC of a practice network: JSON-RPC over HTTP, on the same ledger as its Horizon.
package struct RPCService: Sendable {
    /// The maximum size of a body, in bytes.
    package static let bodyLimit = 512 << 10
    /// The number of ledgers for which the service says that it keeps them.
    static let retention: UInt32 = 120_960

    let ledger: PracticeLedger
    /// The name and version that the service states of itself.
    let name: String
    /// Random numbers, for the nonces of recorded authorization.
    let random: @Sendable () -> UInt64
    let memory = FaultMemory()

    package init(ledger: PracticeLedger, name: String, random: @Sendable @escaping () -> UInt64) {
        self.ledger = ledger
        self.name = name
        self.random = random
    }

    /// Responds to the body of a POST request.
    ///
    /// - Parameters:
    ///   - fault: what is to go wrong.
    ///   - friendbot: the address of the network's friendbot.
    package func answer(
        contentType: String?, body: [UInt8], fault: RPCFault?, friendbot: String
    ) async -> RPCReply {
        guard Self.isJSON(contentType) else { return .wrongContentType }
        guard let json = try? JSON(parsing: body) else { return .notJSON }
        let call = RPCCall(service: self, fault: fault, friendbot: friendbot)
        guard let batch = json.asArray else {
            return (await call.answer(json)).map(RPCReply.init) ?? .nothing
        }
        guard !batch.isEmpty else {
            return RPCReply(RPCCall.response(.null, .failure(.invalidRequest("empty request batch"))))
        }
        var answers: [JSON] = []
        for request in batch { if let answer = await call.answer(request) { answers.append(answer) } }
        return answers.isEmpty ? .nothing : RPCReply(.array(answers))
    }

    /// Whether a media type is JSON's, with no parameter but the charset UTF-8.
    private static func isJSON(_ contentType: String?) -> Bool {
        let parts = (contentType ?? "").lowercased().split(separator: ";").map { part in
            part.filter { !$0.isWhitespace && $0 != "\"" }
        }
        return parts == ["application/json"] || parts == ["application/json", "charset=utf-8"]
    }
}
