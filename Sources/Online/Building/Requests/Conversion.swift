// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import LedgerXDR
package import Stellar
import StellarXDR
import Workspace

/// The conversion of a transaction to another format. Signatures and version are kept.
package struct Conversion: Sendable {
    /// What a transaction is written from.
    package enum Result: Sendable {
        /// Text in a format that does not name the network.
        case text(String)
        /// The request to write in a format.
        case request(SigningRequest, TransactionFormat)
    }

    private let format: TransactionFormat?
    private let toV1: Bool
    private let networks: NetworkSelection

    /// - Parameters:
    ///   - format: nil for a request.
    ///   - toV1: whether to convert a version 0 transaction to version 1; hash and signatures stay the same.
    package init(to format: TransactionFormat?, toV1: Bool = false, _ networks: NetworkSelection) {
        self.format = format
        self.toV1 = toV1
        self.networks = networks
    }

    package func convert(
        _ source: TransactionInput, clock: () throws(Failure) -> Timestamp, noting notices: inout [Notice]
    ) throws(Failure) -> Result {
        // Some formats do not contain the network and need none.
        if let format, !format.namesNetwork, case .envelope(let envelope) = source.input.content {
            return .text(
                try format.text(of: toV1 ? envelope.asVersion1 : envelope, on: try networks.given()))
        }
        var request = try request(source, clock, &notices)
        if toV1, let envelope = request.envelope { request = request.replacing(envelope: envelope.asVersion1) }
        let format = format ?? .request
        if format == .request || format == .ur { try request.checkKind() }
        return .request(request, format)
    }

    private func request(
        _ source: TransactionInput, _ clock: () throws(Failure) -> Timestamp, _ notices: inout [Notice]
    ) throws(Failure) -> SigningRequest {
        if let request = source.request {
            _ = try networks.resolve(documented: request.network)
            return request
        }
        guard let given = source.transaction else { throw source.noTransaction }
        if case .link(let link) = given.form, format?.namesNetwork != false {
            // A format that names no network gets the link's transaction, even if fields in it are still to be
            // replaced.
            if link.terms.callback != nil || link.terms.origin != nil {
                notices.append(
                    .plain(
                        .conversion,
                        "the link's callback, origin and signature are dropped: they are not part of the transaction"))
            }
            try given.checkIsComplete()
        }
        return try given.signingRequest(networks, now: clock)
    }
}

/// The conversion of an XDR value between base64 or hex and SEP-51 JSON.
package struct ValueConversion: Sendable {
    private let type: WireType

    /// - Parameter name: the type's name in the protocol, such as `TransactionResult`.
    package init(of name: String) throws(Failure) {
        guard let type = WireType(named: name) ?? WireType(named: name, in: WireType.ledgerXDR) else {
            throw Failure(
                .usage,
                "\(field: .valueType) \(TerminalText.escape(name)): not a type of transactions, results, contract values or ledgers"
            )
        }
        self.type = type
    }

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped, for errors.
    ///   - format: `.xdr` or `.json`; nil for the one that the bytes are not in.
    package func text(of bytes: [UInt8], origin: String, in format: TransactionFormat?) throws(Failure) -> String {
        let text: WireText
        do { text = try WireText(bytes, of: type) } catch {
            throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
        }
        switch format ?? (text.isJSON ? .xdr : .json) {
        case .xdr: return Base64.encode(text.bytes)
        case .json:
            if let value = try? type.type.init(xdr: text.bytes), let code = ShortLongCodes.codes(in: value).first {
                throw TransactionFormat.ambiguous(code)
            }
            do { return try XDRJSON.text(text.bytes, type, pretty: true) } catch {
                throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
            }
        default: throw Failure(.usage, "\(field: .valueType) needs \(field: .format, "xdr") or json")
        }
    }
}
