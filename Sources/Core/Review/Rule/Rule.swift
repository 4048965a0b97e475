// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A named rule and its checks.
package struct Rule: Sendable {
    package enum Check: Sendable {
        /// Every operation of these types, or of all types if the list is empty.
        case operation([OperationType], @Sendable (OperationContext, inout Findings) -> Void)
        /// A transaction, alone or inside a fee bump.
        case transaction(@Sendable (TransactionContext, inout Findings) -> Void)
        case feeBump(@Sendable (FeeBumpContext, inout Findings) -> Void)
        /// Anything that is reviewed, including logins and messages: the request, the key, the signing history.
        case request(@Sendable (RequestContext, inout Findings) -> Void)
    }

    package let id: RuleID
    let checks: [Check]

    init(_ id: RuleID, _ checks: Check...) {
        self.id = id
        self.checks = checks
    }
}

/// All rules, indexed by what they check, so that an operation meets only the rules about its type.
struct RuleTable: Sendable {
    /// A structure: a tuple would hold each function behind another one that converts its arguments.
    private struct OperationRule {
        let id: RuleID
        let check: @Sendable (OperationContext, inout Findings) -> Void
    }

    static let all: [Rule] = [
        Rules.requests, Rules.chains, Rules.policies, Rules.sequences, Rules.signers, Rules.account,
        Rules.assets,
        Rules.trades, Rules.claims, Rules.validity, Rules.fees, Rules.destinations, Rules.lookAlikes, Rules.payments,
        Rules.contracts,
        Rules.authorizations, Rules.names,
    ].flatMap(\.self)
    static let standard = RuleTable(all)

    private var byType: [[OperationRule]]
    private var byTransaction: [(RuleID, @Sendable (TransactionContext, inout Findings) -> Void)] = []
    private var byFeeBump: [(RuleID, @Sendable (FeeBumpContext, inout Findings) -> Void)] = []
    private var byRequest: [(RuleID, @Sendable (RequestContext, inout Findings) -> Void)] = []

    init(_ rules: [Rule]) {
        byType = Array(repeating: [], count: OperationType.allCases.count)
        for rule in rules {
            for check in rule.checks {
                switch check {
                case .operation(let types, let body):
                    for type in types.isEmpty ? OperationType.allCases : types {
                        byType[Int(type.rawValue)].append(OperationRule(id: rule.id, check: body))
                    }
                case .transaction(let body): byTransaction.append((rule.id, body))
                case .feeBump(let body): byFeeBump.append((rule.id, body))
                case .request(let body): byRequest.append((rule.id, body))
                }
            }
        }
    }

    func check(_ context: RequestContext, _ findings: inout Findings) {
        findings.operation = nil
        for (rule, check) in byRequest {
            findings.rule = rule
            check(context, &findings)
        }
    }

    func check(_ context: FeeBumpContext, _ findings: inout Findings) {
        findings.operation = nil
        for (rule, check) in byFeeBump {
            findings.rule = rule
            check(context, &findings)
        }
    }

    func check(_ context: TransactionContext, _ findings: inout Findings) {
        findings.operation = nil
        for (rule, check) in byTransaction {
            findings.rule = rule
            check(context, &findings)
        }
        for (index, operation) in context.operations.enumerated() {
            findings.operation = index
            check(OperationContext(transaction: context, operation: operation), &findings)
        }
        findings.operation = nil
    }

    /// The rules about one operation.
    func check(_ context: OperationContext, _ findings: inout Findings) {
        for rule in byType[Int(context.type.rawValue)] {
            findings.rule = rule.id
            rule.check(context, &findings)
        }
    }
}
