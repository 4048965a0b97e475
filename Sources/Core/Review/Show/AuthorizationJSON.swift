// SPDX-License-Identifier: Apache-2.0

import Contracts
import Stellar
import StellarXDR
import TextCodec
import XDR

/// Contract calls as JSON: an authorization entry with its tree, and those of an operation.
enum AuthorizationJSON {
    /// What an operation calls and authorizes; nothing for one that invokes no host function.
    static func members(of operation: Operation, _ interfaces: ContractInterfaces) -> [(String, JSON)] {
        guard case .invokeHostFunction(let invoke) = operation.body else { return [] }
        var members: [(String, JSON)] = []
        if case .invokeContract(let call) = invoke.hostFunction {
            members.append(("call", .object(JSONObject(self.call(call, interfaces)))))
        }
        let authorizations = invoke.auth.map { entry -> JSON in
            [
                "address": entry.credentials.address.map { .string($0.address.address) } ?? .null,
                "credentials": .string(entry.credentials.name),
                "invocation": tree(entry.rootInvocation, interfaces),
            ]
        }
        members.append(("authorizations", .array(authorizations)))
        return members
    }

    static func members(_ asked: AuthorizationRequest, _ review: Review) -> [(String, JSON)] {
        let body = asked.entry.credentials.address
        return [
            ("address", body.map { .string($0.address.address) } ?? .null),
            ("nonce", body.map { .string(String($0.nonce)) } ?? .null),
            ("expiration_ledger", .integer(asked.expirationLedger)),
            ("claimed_ledger", asked.claimedLedger.map { .integer($0) } ?? .null),
            ("context_rule_ids", asked.contextRules.map { .array($0.map { .integer($0) }) } ?? .null),
            ("credentials", .string(asked.entry.credentials.name)),
            ("summary", .string(summary(asked, review))),
            ("invocation", tree(asked.entry.rootInvocation, review.interfaces)),
            (
                "transaction",
                review.network.flatMap { network in asked.envelope.map { .string($0.hash(on: network).hex) } } ?? .null
            ),
            (
                "flows",
                FlowsJSON.value(
                    review.contractLogin?.isValid == true ? Flows() : Flows(asked, tokens: review.tokens))
            ),
        ]
    }

    private static func summary(_ asked: AuthorizationRequest, _ review: Review) -> String {
        OperationSummary.of(.invokeHostFunction(asked.asBareOperation), tokens: review.tokens).plain
    }

    private static func tree(
        _ invocation: SorobanAuthorizedInvocation, _ interfaces: ContractInterfaces
    ) -> JSON {
        var members: [(String, JSON)]
        switch invocation.function {
        case .contractFn(let call): members = self.call(call, interfaces)
        case .createContractHostFn(let create): members = [("creates", value(create)), ("args", [])]
        case .createContractV2HostFn(let create):
            members = [("creates", value(create)), ("args", .array(create.constructorArgs.map(value)))]
        }
        members.append(("sub_invocations", .array(invocation.subInvocations.map { tree($0, interfaces) })))
        return .object(JSONObject(members))
    }

    private static func call(_ call: InvokeContractArgs, _ interfaces: ContractInterfaces) -> [(String, JSON)] {
        var members: [(String, JSON)] = [
            ("contract", .string(call.contractAddress.address)),
            ("function", .string(TerminalText.escape(call.functionName.bytes))),
            ("args", .array(call.args.map(value))),
        ]
        if let names = names(of: call, interfaces) { members.append(("names", names)) }
        return members
    }

    /// The names of a call that fits its interface, with what they are worth.
    private static func names(of call: InvokeContractArgs, _ interfaces: ContractInterfaces) -> JSON? {
        guard let interface = interfaces.interface(of: call), case .named(let arguments) = interface.spec.named(call)
        else {
            return nil
        }
        return [
            "standing": .string(interface.standing.rawValue),
            "args": .array(
                arguments.map { argument in
                    [
                        "name": .string(TerminalText.escape(argument.name)), "type": .string(argument.type.text),
                        "value": .string(argument.value.text),
                    ]
                }),
        ]
    }

    /// The SEP-51 form.
    private static func value(_ value: some XDRCodable) -> JSON {
        (try? JSON(parsing: Array(XDRJSON.text(of: value).utf8), maximumDepth: XDRJSON.maximumDepth)) ?? .null
    }
}
