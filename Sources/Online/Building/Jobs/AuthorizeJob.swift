// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Handoff
import Journal
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Puts signed authorization entries into a contract call, simulates it with them, and requests the signature of its
/// envelope.
///
/// The signatures are sorted; those of strangers are dropped; the weights of each account are checked. The envelope is
/// signed last, because the entries are part of what it hashes.
package struct AuthorizeJob: SingleRequestJob {
    private let call: UnsignedCall
    private let responses: [TransactionInput]
    private let terms: SimulationTerms
    private let note: String?
    private let now: Timestamp
    package let context: OnlineContext

    /// - Parameters:
    ///   - call: the unsigned transaction with its entries.
    ///   - responses: the signer's, whose requests are in the journal.
    ///   - note: for the signer; nil for the one that came with the transaction.
    ///   - context: with Stellar RPC.
    package init(
        _ call: UnsignedCall, _ responses: [TransactionInput], _ terms: SimulationTerms, note: String?, now: Timestamp,
        in context: OnlineContext
    ) {
        (self.call, self.responses, self.terms, self.note) = (call, responses, terms, note)
        (self.now, self.context) = (now, context)
    }

    /// - Throws: `.badInput` for a signature that does not verify or no longer counts, too little weight, or an entry
    ///   without a signature; `.refusedByLedger` for a call that fails with its signatures.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        let client = try context.rpc(for: call.network)
        let journal = try context.journal()
        var entries = try SignedEntries(of: call, by: client)
        for response in responses { try entries.take(response, journal) }
        try entries.sign(noting: &notices)
        try entries.checkExpiry()
        try call.checkNumber(by: client)
        let simulated = try SimulatedTransaction(
            call.transaction.replacing(auth: entries.entries), by: client, terms, authMode: .enforce)
        var built = try call.request(
            HashedTransaction(simulated.transaction.unsigned, on: call.network),
            at: simulated.simulation.latestLedger, note: note, now: now, journal: journal)
        built.answers = entries.requests + [call.transaction.unsigned.hash(on: call.network)]
        return built
    }

    package func handedOver(_ built: BuiltRequest, noting notices: inout [Notice]) {
        built.recordAnswers(noting: &notices)
    }
}

/// The authorization entries of a call, which get their signatures.
private struct SignedEntries {
    private let call: UnsignedCall
    private let client: RPCClient
    private(set) var entries: [SorobanAuthorizationEntry]
    /// What came back for one entry, with the expiration and the context rules that were signed.
    private typealias Answer = (until: UInt32, signatures: [ResponseSignature], hash: TransactionHash, rules: [UInt32]?)
    private var given: [Int: Answer] = [:]
    /// What the server said, for further entries of the same address.
    private var accounts: [AccountID: AccountRecord?] = [:]
    private var shapes: [ContractID: ContractAccountShape] = [:]
    private var finder: ContextRuleFinder

    init(of call: UnsignedCall, by client: RPCClient) throws(Failure) {
        guard let operation = call.operation, !operation.auth.isEmpty else {
            throw Failure(
                .badInput, "the transaction has no authorization entries",
                hint: "to record and request them: \(step: .build(.requestEntries(signer: nil)))")
        }
        (self.call, self.client, entries) = (call, client, operation.auth)
        finder = ContextRuleFinder(client)
    }

    /// The hashes of the requests that were answered.
    var requests: [TransactionHash] { given.values.map(\.hash) }

    /// Puts the signatures in.
    ///
    /// - Throws: `.badInput` for an entry without enough of them.
    mutating func sign(noting notices: inout [Notice]) throws(Failure) {
        for index in given.keys.sorted() { try sign(index, noting: &notices) }
        try checkComplete()
    }

    /// Finds the entry that a response is for, by the request in the journal.
    mutating func take(_ source: TransactionInput, _ journal: any OnlineJournal) throws(Failure) {
        guard let response = source.response else {
            throw Failure(.badInput, "\(source.origin): this is not the signer's response to a request")
        }
        let asked = try request(of: response, source.origin, journal)
        guard let index = entries.firstIndex(where: { $0.isSame(as: asked.entry) }) else {
            throw Failure(.badInput, "\(source.origin): the signed entry is not one of this transaction's")
        }
        // A request may have named delegates that the transaction's entry does not.
        if !entries[index].asksTheSame(as: asked.entry) {
            if given[index] != nil {
                throw Failure(
                    .badInput, "\(source.origin): the entry was signed with other delegates than in another response",
                    hint: "all signers of an entry must sign the same request")
            }
            entries[index] = asked.entry
        }
        if let earlier = given[index], earlier.hash != response.hash {
            throw Failure(
                .badInput,
                "\(source.origin): the entry was signed until ledger \(asked.expirationLedger) here and until \(earlier.until) elsewhere",
                hint: "all signers of an entry must sign the same request")
        }
        let payload = response.hash
        for signature in response.signatures {
            guard let key = signature.publicKey else { continue }
            guard Ed25519.verify(signature.signature, message: payload.bytes, publicKey: key.key.bytes) else {
                throw Failure(.badInput, "\(source.origin): the signature of \(key.address) does not verify")
            }
        }
        let before = given[index]?.signatures ?? []
        given[index] = (asked.expirationLedger, before + response.signatures, response.hash, asked.contextRules)
    }

    private func request(
        of response: SigningResponse, _ origin: String, _ journal: any OnlineJournal
    ) throws(Failure) -> AuthorizationRequest {
        var found: SigningRequest?
        if let id = response.id { found = try journal.signingRequest(id: id) }
        if found == nil { found = try journal.signingRequest(hash: response.hash) }
        guard let found, case .authorization(let asked) = found.content else {
            throw Failure(
                .noInput,
                "\(origin): no request for an authorization entry with the hash \(response.hash.hex) is in this journal"
            )
        }
        let network = found.network
        guard network == call.network, asked.payload(on: network) == response.hash else {
            throw Failure(.badInput, "\(origin): the response has another hash than its request")
        }
        return asked
    }

    private mutating func sign(_ index: Int, noting notices: inout [Notice]) throws(Failure) {
        guard let signed = given[index], let address = entries[index].credentials.address?.address else { return }
        if case .addressWithDelegates = entries[index].credentials {
            return try signWithDelegates(index, signed, noting: &notices)
        }
        let value: SCVal
        switch address {
        case .account(let account):
            value = try accountSignatures(signed.signatures, signed.hash, account, noting: &notices)
        case .contract(let contract):
            if let rules = signed.rules {
                value = try finder.rules(rules, of: contract)
                    .value(signed.signatures, over: signed.hash, noting: &notices)
            } else {
                let shape =
                    if let known = shapes[contract] { known } else {
                        try ContractAccountShape(of: contract, from: client)
                    }
                shapes[contract] = shape
                value = try shape.value(signed.signatures, over: signed.hash)
            }
        default: throw Failure(.badInput, "\(address.address) cannot authorize a call")
        }
        entries[index] = entries[index].signed(value, until: signed.until)
    }

    /// Puts each signature where it counts: with the address, or with a delegate. Those that no one needs stay empty.
    private mutating func signWithDelegates(
        _ index: Int, _ signed: Answer, noting notices: inout [Notice]
    ) throws(Failure) {
        let credentials = entries[index].credentials
        guard let own = credentials.address?.address else { return }
        var made: [SCAddress: SCVal] = [:]
        var open = signed.signatures
        var contracts: [SCAddress] = []
        for address in [own] + credentials.delegates.map(\.address) where made[address] == nil {
            guard case .account(let account) = address else {
                if !contracts.contains(address) { contracts.append(address) }
                continue
            }
            // One that does not exist may not be needed.
            let signers = try found(account)?.signers ?? []
            let theirs = signed.signatures.filter { $0.isOf(signers, signed.hash) }
            guard !theirs.isEmpty else { continue }
            made[address] = try accountSignatures(theirs, signed.hash, account, noting: &notices)
            open.removeAll { theirs.contains($0) }
        }
        if !open.isEmpty {
            guard contracts.count == 1 || contracts.first == own, case .contract(let contract)? = contracts.first else {
                throw Failure(
                    .badInput,
                    "for whom the signature of \(open[0].publicKey?.address ?? "an unknown key") counts is not known: no account of the entry has that key as a signer"
                )
            }
            made[.contract(contract)] = try ContractAccountShape(of: contract, from: client).value(
                open, over: signed.hash)
        }
        entries[index] = entries[index].signed(until: signed.until) { made[$0] ?? $1 }
    }

    /// The host counts every signature, and one of a stranger fails all: only signers of the account stay.
    private mutating func accountSignatures(
        _ signatures: [ResponseSignature], _ payload: TransactionHash, _ account: AccountID,
        noting notices: inout [Notice]
    ) throws(Failure) -> SCVal {
        let record = try record(of: account)
        var made = AccountSignatures()
        var weight = 0
        for signature in signatures {
            let signer = record.signers.first { signer in
                guard signer.weight > 0, case .ed25519(let key) = signer.key else { return false }
                return Ed25519.verify(signature.signature, message: payload.bytes, publicKey: key.bytes)
            }
            guard let signer, case .ed25519(let key) = signer.key else {
                notices.append(
                    .warning(
                        .droppedSignature,
                        "dropped a signature by \(signature.publicKey?.address ?? "an unknown key"), which is not a signer of \(account.address)"
                    ))
                continue
            }
            if !made.keys.contains(.ed25519(key)) { weight += signer.weight }
            made.add(signature.decorated.signature, by: .ed25519(key))
        }
        guard !made.isEmpty else {
            let keys = record.signers.filter { $0.weight > 0 }.map(\.key.address)
            throw Failure(
                .badInput, "the signature of \(account.address) is missing: none of those given is by a key of it",
                hint: "have its request signed by \(keys.joined(separator: " or "))")
        }
        guard weight >= record.thresholds.medium else {
            throw Failure(
                .badInput,
                "the signatures of \(account.address) have the weight \(weight), but its medium threshold is \(record.thresholds.medium)",
                hint: "sign the same request with its other keys, and give all responses together")
        }
        return made.value
    }

    private mutating func record(of account: AccountID) throws(Failure) -> AccountRecord {
        guard let found = try found(account) else {
            throw Failure(.badInput, "the account \(account.address) does not exist on \(client.network.label)")
        }
        return found
    }

    /// Nil for an account that does not exist.
    private mutating func found(_ account: AccountID) throws(Failure) -> AccountRecord? {
        if let known = accounts[account] { return known }
        let found: AccountRecord?
        do { found = try client.account(account) } catch { throw Failure(error) }
        accounts[account] = .some(found)
        return found
    }

    /// - Throws: `.badInput` for an entry whose last ledger is over: the network would say no more than that an entry
    ///   does not count.
    func checkExpiry() throws(Failure) {
        let latest: UInt32
        do { latest = try client.latestLedger().sequence } catch { throw Failure(error) }
        guard let over = entries.lazy.compactMap({ $0.credentialsOver(after: latest) }).first else { return }
        throw Failure(
            .badInput,
            "the signature of \(over.address.address) ended with ledger \(over.signatureExpirationLedger), and the newest is \(latest)",
            hint: "request it again: \(step: .build(.requestEntries(signer: over.address.address)))")
    }

    private func checkComplete() throws(Failure) {
        // The code of an account that has delegates may ask for none but theirs.
        let missing = entries.map(\.credentials).filter { credentials in
            credentials.address?.signature == .void && credentials.delegates.allSatisfy { $0.signature == .void }
        }.compactMap(\.address?.address.address)
        guard missing.isEmpty else {
            throw Failure(
                .badInput, "not signed yet: the entries of \(missing.joined(separator: ", "))",
                hint: "\(step: .build(.requestEntries(signer: missing[0]))), sign it, and give all responses together")
        }
    }
}

extension SorobanAuthorizationEntry {
    /// Whether two entries are for the same call of the same address, with or without delegates.
    fileprivate func isSame(as other: SorobanAuthorizationEntry) -> Bool {
        guard let own = credentials.address, let others = other.credentials.address else { return false }
        return own.address == others.address && own.nonce == others.nonce && rootInvocation == other.rootInvocation
    }
}

extension ResponseSignature {
    /// Whether it is by one of the signers.
    fileprivate func isOf(_ signers: [AccountSigner], _ payload: TransactionHash) -> Bool {
        signers.contains { signer in
            guard signer.weight > 0, case .ed25519(let key) = signer.key else { return false }
            return Ed25519.verify(signature, message: payload.bytes, publicKey: key.bytes)
        }
    }
}

extension Transaction {
    /// The transaction with other authorization entries in its one operation, which must be a contract call.
    package func replacing(auth: [SorobanAuthorizationEntry]) -> Transaction {
        guard operations.count == 1, let operation = operations.first,
            case .invokeHostFunction(var op) = operation.body
        else { return self }
        op.auth = auth
        var copy = self
        let body = OperationBody.invokeHostFunction(op)
        copy.operations =
            BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: body)]) ?? operations
        return copy
    }
}
