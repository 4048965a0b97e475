// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// A review as a JSON document, for `inspect --json`. 64-bit numbers are strings; text from outside is escaped before
/// it becomes JSON, except for the passphrase, which is exact.
package enum ReviewJSON {
    /// - Parameter style: how findings write inputs and actions.
    package static func document(_ review: Review, in style: any WordingStyle = PlainStyle()) -> JSON {
        var members: [(String, JSON)] = [
            ("version", 1),
            ("kind", .string(review.kind.rawValue)),
            ("hash", review.hash.map { .string($0.hex) } ?? .null),
            ("network", review.network?.name.map { .string($0) } ?? .null),
            ("network_passphrase", review.network.map { .string($0.passphrase) } ?? .null),
            ("network_id", review.network.map { .string(Hex.encode($0.id.bytes)) } ?? .null),
        ]
        members += facts(of: review)
        members += [
            ("operations", .array(review.operations.map { operation($0, review.interfaces) })),
            ("findings", .array(review.findings.map { finding($0, style) })),
            ("signatures", .array(review.signatures.map(signature))),
            ("names", NamesJSON.value(review)),
            ("words", review.hash.map { .string(CheckWords.text(of: $0)) } ?? .null),
        ]
        if case .transaction = review.content, review.challenge == nil {
            members.append(("authority", AuthorityJSON.accounts(review.authority)))
            members.append(("rejected", AuthorityJSON.rejections(review.authority)))
        }
        if let challenge = review.challenge { members.append(("challenge", login(challenge))) }
        if let login = review.contractLogin { members.append(("challenge", contractLogin(login))) }
        if let inner = review.inner { members.append(("inner", document(inner, in: style))) }
        if !review.companions.isEmpty {
            members.append(("companions", .array(review.companions.map { document($0, in: style) })))
        }
        let claims = claimed(review.claims)
        if !claims.isEmpty { members.append(("claimed", .object(JSONObject(claims)))) }
        return .object(JSONObject(members))
    }

    /// What a transaction does and its memo, as in the document of its review.
    package static func contents(of transaction: Transaction) -> [(String, JSON)] {
        let operations = OperationReview.all(of: transaction, pools: KnownPools(), tokens: KnownTokens())
        return [
            ("operations", .array(operations.map { operation($0, ContractInterfaces()) })),
            ("memo", memo(transaction.memo)),
        ]
    }

    /// What the request or link says about itself, escaped.
    private static func claimed(_ claims: Claims) -> [(String, JSON)] {
        let texts = [
            ("note", claims.note), ("message", claims.link?.message), ("callback", claims.link?.callback),
            ("origin_domain", claims.link?.originDomain), ("replace", claims.link?.replace),
        ]
        var members = texts.compactMap { name, text in text.map { (name, JSON.string(TerminalText.escape($0))) } }
        if claims.link?.networkAssumed == true { members.append(("network_assumed_by_sep7", true)) }
        return members
    }

    private static func facts(of review: Review) -> [(String, JSON)] {
        switch review.content {
        case .transaction(let transaction):
            [
                ("source", .string(transaction.sourceAccount.address)),
                ("sequence", .string(String(transaction.seqNum))),
                ("fee", .string(String(transaction.fee))),
                ("time_bounds", transaction.cond.timeBounds.map(bounds) ?? .null),
                ("preconditions", transaction.cond.extended.map { fields(FieldDump.of($0)) } ?? .null),
                ("memo", memo(transaction.memo)),
                ("soroban_data", sorobanData(transaction.ext)),
                ("flows", FlowsJSON.value(Flows(transaction, tokens: review.tokens))),
                ("accounts", .array(transaction.requiredLevels.map { BatchJSON.level($0) })),
            ]
        case .feeBump(let bump):
            [
                ("source", .string(bump.feeSource.address)), ("fee", .string(String(bump.fee))),
                ("accounts", .array([BatchJSON.level(RequiredLevels(bump.feeSource.account, .low))])),
            ]
        case .message(let bytes): [("message", message(bytes))]
        case .authorization(let asked): AuthorizationJSON.members(asked, review)
        case .chainMessage(let asked):
            [
                ("chain", .string(asked.network.caip2)), ("address", .string(asked.address.text)),
                ("scheme", .string(asked.scheme.rawValue)),
                ("origin", .string(TerminalText.escape(Array(asked.origin.utf8)))),
                ("purpose", .string(TerminalText.escape(Array(asked.purpose.utf8)))),
                ("expires", asked.expires.map { .string($0.rfc3339) } ?? .null), ("message", message(asked.bytes)),
            ]
        case .file(let file):
            [
                ("file", .string(TerminalText.escape(Array(file.name.utf8)))), ("bytes", .integer(file.size)),
                ("sha256", .string(Hex.encode(file.sha256.bytes))), ("blake2b", .string(Hex.encode(file.blake2b))),
                ("comment", .string(file.comment)),
            ]
        case .nothing: []
        }
    }

    private static func bounds(_ bounds: TimeBounds) -> JSON {
        ["min": .string(String(bounds.minTime)), "max": .string(String(bounds.maxTime))]
    }

    static func memo(_ memo: Memo) -> JSON {
        ["type": .string(memo.kind), "value": memo.value.map { .string($0) } ?? .null]
    }

    private static func sorobanData(_ ext: TransactionExt) -> JSON {
        switch ext {
        case .v0: .null
        case .v1(let data): fields(FieldDump.of(data))
        }
    }

    private static func message(_ bytes: [UInt8]) -> JSON {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        return [
            "bytes": .integer(bytes.count), "text": isText ? .string(TerminalText.escape(bytes)) : .null,
            "base64": .string(Base64.encode(bytes)),
        ]
    }

    private static func operation(_ operation: OperationReview, _ interfaces: ContractInterfaces) -> JSON {
        var members: [(String, JSON)] = [
            ("type", .string(operation.type)), ("source", operation.source.map { .string($0.address) } ?? .null),
            ("summary", .string(operation.summary.plain)),
        ]
        members += AuthorizationJSON.members(of: operation.operation, interfaces)
        members.append(("fields", fields(operation.fields)))
        return .object(JSONObject(members))
    }

    /// The field paths of one value are unique.
    private static func fields(_ fields: [Field]) -> JSON {
        .object(JSONObject(fields.map { ($0.path, .string($0.value.plain)) }))
    }

    private static func finding(_ finding: Finding, _ style: any WordingStyle) -> JSON {
        var members: [(String, JSON)] = [
            ("rule", .string(finding.rule.rawValue)), ("level", .string(finding.level.rawValue)),
            ("operation", finding.operation.map { .integer($0) } ?? .null),
            ("message", .string(finding.phrase.text(in: style))),
            ("type_to_pass", finding.challengeValue.map { .string($0) } ?? .null),
        ]
        if let tree = finding.tree {
            let nodes = tree.nodes.map { node -> JSON in
                ["depth": .integer(node.depth), "call": .string(node.phrase.plain)]
            }
            members.append(("tree", .array(nodes)))
        }
        return .object(JSONObject(members))
    }

    private static func signature(_ signature: SignatureReview) -> JSON {
        [
            "hint": .string(Hex.encode(signature.hint.bytes)),
            "public_key": signature.account.map { .string($0.address) } ?? .null, "valid": .bool(signature.isValid),
            "hint_of": (signature.account ?? signature.claimed).map { .string($0.address) } ?? .null,
        ]
    }

    private static func login(_ challenge: ChallengeVerdict) -> JSON {
        func text(_ bytes: [UInt8]?) -> JSON { bytes.map { .string(TerminalText.escape($0)) } ?? .null }
        return [
            "home_domain": text(challenge.homeDomain), "web_auth_domain": text(challenge.webAuthDomain),
            "client_domain": text(challenge.clientDomain),
            "memo_id": challenge.memoID.map { .string(String($0)) } ?? .null,
            "server_key": challenge.serverKey.map { .string($0.address) } ?? .null,
            "account": challenge.client.map { .string($0.address) } ?? .null, "verdict": .string(challenge.verdict),
        ]
    }
    private static func contractLogin(_ login: ContractChallengeVerdict) -> JSON {
        func text(_ bytes: [UInt8]?) -> JSON { bytes.map { .string(TerminalText.escape($0)) } ?? .null }
        return [
            "home_domain": text(login.homeDomain), "web_auth_domain": text(login.webAuthDomain),
            "client_domain": text(login.clientDomain), "memo_id": .null,
            "server_key": login.serverKey.map { .string($0.address) } ?? .null,
            "account": login.client.map { .string(StrKey.contract($0).text) } ?? .null,
            "contract": login.contract.map { .string($0.address) } ?? .null,
            "expiration_ledger": login.expirationLedger.map { .integer($0) } ?? .null,
            "verdict": .string(login.verdict),
        ]
    }
}

/// The book's names for accounts, as JSON: by address, each with all its names.
enum NamesJSON {
    static func value(_ accounts: [AccountID], _ book: Book) -> JSON {
        .object(
            JSONObject(
                accounts.compactMap { account in
                    let names = book.names(of: MuxedAccount(account))
                    if names.isEmpty { return nil }
                    return (account.address, .array(names.map { .string(TerminalText.escape($0)) }))
                }))
    }

    /// The names of every account that appears in the reviewed content.
    static func value(_ review: Review) -> JSON {
        let keys: Set<Uint256> =
            switch review.content {
            case .transaction(let transaction): AccountCollector.keys(in: transaction)
            case .feeBump(let bump): AccountCollector.keys(in: bump)
            case .authorization(let asked): AccountCollector.keys(in: asked.entry)
            case .message, .chainMessage, .file, .nothing: []
            }
        return value(keys.map { .ed25519($0) }.sorted { $0.address < $1.address }, review.book)
    }
}
