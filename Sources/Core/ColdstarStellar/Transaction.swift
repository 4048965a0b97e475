// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
package import StellarXDR

/// A transaction envelope, signed or not.
public struct Transaction: Hashable, Sendable {
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

    package init(_ value: TransactionEnvelope) { self.value = value }

    /// Reads base64 XDR, SEP-51 JSON, txrep, a SEP-7 link, a Coldstar request, or a UR in one or more lines.
    ///
    /// - Throws: `ColdstarError.Kind.invalidInput`, with the place of the error; also for a signer's response, which has no
    ///   transaction in it.
    public init(parsing text: String) throws(ColdstarError) {
        let input: HandoffInput
        do { input = try HandoffInput.recognise(text) } catch { throw ColdstarError(error) }
        switch input.content {
        case .envelope(let envelope): value = envelope
        case .link(let link) where link.replace == nil: value = link.envelope
        case .request(let request):
            guard let envelope = request.envelope else { throw Self.nothing }
            value = envelope
        case .device(let request):
            guard case .transaction(let envelope, _) = request.subject else { throw Self.nothing }
            value = envelope
        case .link, .response, .signature, .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature:
            throw Self.nothing
        }
    }

    private static let nothing = ColdstarError(Failure(.badInput, "this contains no transaction"))

    /// The hash that is signed. It differs from network to network.
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

    /// The account whose sequence number is used.
    public var source: Account { Account(value.innermost.sourceAccount) }
    public var sequenceNumber: Int64 { value.innermost.seqNum }
    /// The maximum fee in stroops, of the fee bump if this is one.
    public var maximumFee: Int64 {
        switch value.content {
        case .feeBump(let bump): bump.fee
        case .transaction(let transaction): Int64(transaction.fee)
        }
    }
    public var operationCount: Int { value.innermost.operations.count }
    public var signatureCount: Int { value.signatures.count }
}
