// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Contract calls as JSON: an authorization entry with its tree, and those of an operation.
enum AuthorizationJSON {
    /// What an operation calls and authorizes; nothing for one that invokes no host function.
    static func members(of operation: Operation, _ interfaces: ContractInterfaces) -> [(String, JSON)] {
        guard case .invokeHostFunction(let invoke) = operation.body else { return [] }
        var names = NamedCalls(interfaces)
        var members: [(String, JSON)] = []
        if case .invokeContract(let call) = invoke.hostFunction {
            members.append(("call", .object(JSONObject(self.call(call, &names)))))
        }
        let authorizations = invoke.auth.map { entry -> JSON in
            [
                "address": entry.credentials.address.map { .string($0.address.address) } ?? .null,
                "credentials": .string(entry.credentials.name), "delegates": delegates(of: entry.credentials),
                "invocation": tree(entry.rootInvocation, &names),
            ]
        }
        members.append(("authorizations", .array(authorizations)))
        return members
    }

    static func members(_ asked: AuthorizationRequest, _ review: Review) -> [(String, JSON)] {
        let body = asked.entry.credentials.address
        var names = NamedCalls(review.interfaces)
        return [
            ("address", body.map { .string($0.address.address) } ?? .null),
            ("nonce", body.map { .string(String($0.nonce)) } ?? .null),
            ("expiration_ledger", .integer(asked.expirationLedger)),
            ("claimed_ledger", asked.claimedLedger.map { .integer($0) } ?? .null),
            ("context_rule_ids", asked.contextRules.map { .array($0.map { .integer($0) }) } ?? .null),
            ("context_rule_digest", asked.contextRules.map { _ in .string(asked.ruleDigest.rawValue) } ?? .null),
            ("credentials", .string(asked.entry.credentials.name)),
            ("delegates", delegates(of: asked.entry.credentials)),
            ("summary", .string(summary(asked, review))),
            ("invocation", tree(asked.entry.rootInvocation, &names)),
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

    /// Those of CAP-71, each with its own below it; null for credentials that have none.
    private static func delegates(of credentials: SorobanCredentials) -> JSON {
        guard case .addressWithDelegates(let one) = credentials else { return .null }
        return delegates(one.delegates)
    }

    private static func delegates(_ list: [SorobanDelegateSignature]) -> JSON {
        .array(list.map { ["address": .string($0.address.address), "delegates": delegates($0.nestedDelegates)] })
    }

    private static func summary(_ asked: AuthorizationRequest, _ review: Review) -> String {
        OperationSummary.of(.invokeHostFunction(asked.asBareOperation), tokens: review.tokens).plain
    }

    private static func tree(_ invocation: SorobanAuthorizedInvocation, _ names: inout NamedCalls) -> JSON {
        var members: [(String, JSON)]
        switch invocation.function {
        case .contractFn(let call): members = self.call(call, &names)
        case .createContractHostFn(let create): members = [("creates", value(create)), ("args", [])]
        case .createContractV2HostFn(let create):
            members = [("creates", value(create)), ("args", .array(create.constructorArgs.map(value)))]
        }
        members.append(("sub_invocations", .array(invocation.subInvocations.map { tree($0, &names) })))
        return .object(JSONObject(members))
    }

    private static func call(_ call: InvokeContractArgs, _ named: inout NamedCalls) -> [(String, JSON)] {
        var members: [(String, JSON)] = [
            ("contract", .string(call.contractAddress.address)),
            ("function", .string(ForeignName(call.functionName.bytes).text)),
            ("args", .array(call.args.map(value))),
        ]
        if let names = named.names(of: call) { members.append(("names", names)) }
        return members
    }

    /// The SEP-51 form.
    private static func value(_ value: some XDRCodable) -> JSON {
        (try? JSON(parsing: Array(XDRJSON.text(of: value).utf8), maximumDepth: XDRJSON.maximumDepth)) ?? .null
    }
}

/// The names of calls, as many as there is room for.
private struct NamedCalls {
    private let interfaces: ContractInterfaces
    private var room = ContractInterfaces.mostNamed

    init(_ interfaces: ContractInterfaces) { self.interfaces = interfaces }

    /// The names of a call that fits its interface, with what they are worth; nil for any other call, and for one with
    /// more than there is room for.
    mutating func names(of call: InvokeContractArgs) -> JSON? {
        guard let interface = interfaces.interface(of: call), case .named(let arguments) = interface.spec.named(call)
        else { return nil }
        var found: [JSON] = []
        var left = room
        for argument in arguments {
            let (name, type) = (ForeignName(argument.name).text, argument.type.text)
            // One byte more than fits, so that a value that is cut shows.
            let value = argument.value.text(limit: max(3, left + 1))
            left -= name.utf8.count + type.utf8.count + value.utf8.count
            guard left >= 0 else { return nil }
            found.append(["name": .string(name), "type": .string(type), "value": .string(value)])
        }
        room = left
        return ["standing": .string(interface.standing.rawValue), "args": .array(found)]
    }
}
