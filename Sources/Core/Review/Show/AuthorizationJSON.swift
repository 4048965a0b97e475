// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

/// An authorization entry as JSON, with its tree of calls.
enum AuthorizationJSON {
    static func members(_ asked: AuthorizationRequest, _ review: Review) -> [(String, JSON)] {
        let body = asked.entry.credentials.address
        return [
            ("address", body.map { .string($0.address.address) } ?? .null),
            ("nonce", body.map { .string(String($0.nonce)) } ?? .null),
            ("expiration_ledger", .integer(asked.expirationLedger)),
            ("claimed_ledger", asked.claimedLedger.map { .integer($0) } ?? .null),
            ("credentials", .string(asked.entry.credentials.name)),
            ("summary", .string(summary(asked, review))), ("invocation", tree(asked.entry.rootInvocation)),
            (
                "transaction",
                review.network.flatMap { network in asked.envelope.map { .string($0.hash(on: network).hex) } } ?? .null
            ),
            ("flows", FlowsJSON.value(Flows(asked, tokens: review.tokens))),
        ]
    }

    private static func summary(_ asked: AuthorizationRequest, _ review: Review) -> String {
        OperationSummary.of(.invokeHostFunction(asked.asBareOperation), tokens: review.tokens).plain
    }

    private static func tree(_ invocation: SorobanAuthorizedInvocation) -> JSON {
        var members: [(String, JSON)]
        switch invocation.function {
        case .contractFn(let call):
            members = [
                ("contract", .string(call.contractAddress.address)),
                ("function", .string(TerminalText.escape(call.functionName.bytes))),
                ("args", .array(call.args.map(value))),
            ]
        case .createContractHostFn(let create): members = [("creates", value(create)), ("args", [])]
        case .createContractV2HostFn(let create):
            members = [("creates", value(create)), ("args", .array(create.constructorArgs.map(value)))]
        }
        members.append(("sub_invocations", .array(invocation.subInvocations.map(tree))))
        return .object(JSONObject(members))
    }

    /// The SEP-51 form.
    private static func value(_ value: some XDRCodable) -> JSON {
        (try? JSON(parsing: Array(XDRJSON.text(of: value).utf8), maximumDepth: XDRJSON.maximumDepth)) ?? .null
    }
}
