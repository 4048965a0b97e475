// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
package import Stellar
package import StellarXDR

/// A transaction envelope, signed or not.
public struct Transaction: ParsableValue {
    /// A way to write an envelope as text.
    public struct Format: Hashable, Sendable {
        enum Kind { case xdr, json, txrep }

        let kind: Kind

        /// One line of base64.
        public static let xdr = Format(kind: .xdr)
        /// SEP-51 JSON.
        public static let json = Format(kind: .json)
        /// SEP-11 txrep.
        public static let txrep = Format(kind: .txrep)
    }

    package let value: TransactionEnvelope
    /// The network that the parsed text was for; nil for a text that does not say, as an envelope alone.
    package let documentedNetwork: Stellar.Network?

    package init(_ value: TransactionEnvelope) { (self.value, documentedNetwork) = (value, nil) }

    /// Reads base64 XDR, SEP-51 JSON, txrep, a SEP-7 link, a Coldstar request, or a UR in one or more lines.
    ///
    /// - Parameter text: in any of these formats, which is recognised by the text itself.
    /// - Throws: ``ColdstarError/Kind/invalidInput``, with the place of the error; also for a signer's response, which
    ///   has no transaction in it.
    public init(parsing text: String) throws(ColdstarError) {
        let input: HandoffInput
        do { input = try HandoffInput.recognise(text) } catch { throw ColdstarError(error) }
        switch input.content {
        case .envelope(let envelope): (value, documentedNetwork) = (envelope, nil)
        case .link(let link) where link.replace == nil:
            (value, documentedNetwork) = (link.envelope, link.terms.network)
        case .request(let request):
            guard let envelope = request.envelope else { throw Self.nothing }
            (value, documentedNetwork) = (envelope, request.network)
        case .device(let request):
            guard case .transaction(let envelope, let network) = request.subject else { throw Self.nothing }
            value = envelope
            documentedNetwork =
                switch network {
                case .passphrase(let passphrase): Stellar.Network(passphrase: passphrase)
                case .id(let id): Stellar.Network(id: id)
                }
        case .link, .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            throw Self.nothing
        }
    }

    /// Whether the envelopes are the same, whatever the texts said besides.
    public static func == (one: Transaction, other: Transaction) -> Bool { one.value == other.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }

    private static let nothing = ColdstarError(Failure(.badInput, "this contains no transaction"))

    /// The hash that is signed. It differs from network to network.
    ///
    /// - Parameter network: a wrong one gives a hash that looks valid and is useless.
    public func hash(on network: Network) -> TransactionHash { TransactionHash(value.hash(on: network.value)) }

    /// The envelope as text.
    ///
    /// - Parameters:
    ///   - format: how to write it.
    ///   - network: for txrep, which names the native asset by network; not needed otherwise.
    public func text(_ format: Format, on network: Network? = nil) -> String {
        switch format.kind {
        case .xdr: Base64.encode(value.xdr)
        case .json: XDRJSON.text(of: value)
        case .txrep: Txrep.text(of: value, on: network?.value)
        }
    }

    /// One line of base64.
    public var description: String { text(.xdr) }

    /// The account whose sequence number is used.
    public var source: Account { Account(value.innermost.sourceAccount) }
    /// The transaction's sequence number: the account's current one plus one.
    public var sequenceNumber: Int64 { value.innermost.seqNum }
    /// The maximum fee in stroops, of the fee bump if this is one.
    public var maximumFee: Int64 {
        switch value.content {
        case .feeBump(let bump): bump.fee
        case .transaction(let transaction): Int64(transaction.fee)
        }
    }
    /// The account that pays the fee: of a fee bump, the one that made it.
    public var feeSource: Account { Account(value.feeSource) }
    /// The memo, which tells the recipient which customer or invoice a payment is for; nil for none.
    public var memo: Memo? { Memo(wire: value.innermost.memo) }
    /// When the transaction can be applied, and who must sign in addition.
    public var conditions: Conditions { Conditions(value.innermost.cond) }
    /// What the transaction does, in this order; of a fee bump, what its inner transaction does.
    public var operations: [TransactionOperation] { value.innermost.operations.map { TransactionOperation($0) } }
    /// The number of ``operations``.
    public var operationCount: Int { value.innermost.operations.count }
    /// The transaction that a fee bump pays for, with its signatures; nil if this is not one.
    public var inner: Transaction? {
        guard case .feeBump(let bump) = value.content else { return nil }
        return Transaction(.tx(bump.inner))
    }
    /// The resources of a contract's operation; nil if there are none.
    public var contractResources: ContractResources? {
        guard case .v1(let data) = value.innermost.ext else { return nil }
        return ContractResources(data)
    }
    /// The signatures, of the fee bump if this is one.
    public var signatures: [Signature] {
        value.signatures.map { Signature(hint: $0.hint.bytes, bytes: $0.signature.bytes) }
    }
    /// The number of ``signatures``.
    public var signatureCount: Int { value.signatures.count }

    /// The account among `candidates` that made each of ``signatures``, with the key of its address; nil where none of
    /// them did.
    ///
    /// - Parameters:
    ///   - candidates: the accounts whose keys may have signed.
    ///   - network: the network that the signatures are for.
    public func signers(among candidates: [Account], on network: Network) -> [Account?] {
        let keys = candidates.map(\.value.key)
        return value.signers(among: keys, on: network.value).map { key in
            key.flatMap { keys.firstIndex(of: $0) }.map { candidates[$0] }
        }
    }
}

extension Transaction {
    /// A signature of an envelope. Verifying it requires the transaction's hash and the signer's key.
    public struct Signature: Hashable, Sendable {
        /// The last four bytes of the signer's key or hash.
        public let hint: [UInt8]
        /// 64 bytes; at most 64 of a preimage.
        public let bytes: [UInt8]
    }

    /// The preconditions of a transaction.
    ///
    /// - Source: CAP-21.
    public struct Conditions: Hashable, Sendable {
        /// The first second, since 1970, at which it can be applied; nil for none.
        public let minimumTime: UInt64?
        /// The last second, since 1970, at which it can be applied; nil for no expiry.
        public let maximumTime: UInt64?
        /// The first ledger in which it can be applied; nil for none.
        public let minimumLedger: UInt32?
        /// The first ledger in which it can no longer be applied (maxLedger is exclusive); nil for none.
        public let maximumLedger: UInt32?
        /// The minimum sequence number of the account (minSeqNum); nil if it must be exactly one below the
        /// transaction's.
        public let minimumSequenceNumber: Int64?
        /// The minimum age of the account's sequence number, in seconds (minSeqAge).
        public let minimumSequenceAge: UInt64
        /// The minimum age of the account's sequence number, in ledgers (minSeqLedgerGap).
        public let minimumSequenceLedgerGap: UInt32
        /// Who must sign besides the accounts, at most two.
        public let extraSigners: [SignerKey]

        init(_ value: Preconditions) {
            let (time, extended) = (value.timeBounds, value.extended)
            func given<Number: FixedWidthInteger>(_ number: Number?) -> Number? { number == 0 ? nil : number }
            (minimumTime, maximumTime) = (given(time?.minTime), given(time?.maxTime))
            (minimumLedger, maximumLedger) =
                (given(extended?.ledgerBounds?.minLedger), given(extended?.ledgerBounds?.maxLedger))
            minimumSequenceNumber = extended?.minSeqNum
            minimumSequenceAge = extended?.minSeqAge ?? 0
            minimumSequenceLedgerGap = extended?.minSeqLedgerGap ?? 0
            extraSigners = extended?.extraSigners.map { SignerKey($0) } ?? []
        }
    }

    /// What a contract's operation may read, write and use.
    public struct ContractResources: Hashable, Sendable {
        /// The maximum fee for them in stroops, a part of the transaction's fee.
        public let fee: Int64
        /// The maximum number of the host's instructions.
        public let instructions: UInt32
        /// The maximum number of bytes that are read from disk.
        public let readBytes: UInt32
        /// The maximum number of bytes that are written.
        public let writeBytes: UInt32
        /// The entries that are read: stellar-xdr `LedgerKey`.
        public let readOnly: [WireValue]
        /// The entries that may be written: stellar-xdr `LedgerKey`.
        public let readWrite: [WireValue]
        /// Stellar-xdr `SorobanTransactionData`.
        public let value: WireValue

        init(_ data: SorobanTransactionData) {
            let resources = data.resources
            (fee, value) = (data.resourceFee, WireValue(data))
            (instructions, readBytes, writeBytes) =
                (resources.instructions, resources.diskReadBytes, resources.writeBytes)
            readOnly = resources.footprint.readOnly.map { WireValue($0) }
            readWrite = resources.footprint.readWrite.map { WireValue($0) }
        }
    }
}
