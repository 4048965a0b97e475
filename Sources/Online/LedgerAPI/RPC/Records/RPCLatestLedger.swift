// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// The latest ledger of a server, from `getLatestLedger`. The header and the fields beside it agree. The metadata is
/// not read: it has everybody's transactions, any of which may hold something that this version does not know.
package struct RPCLatestLedger: Hashable, Sendable {
    package let sequence: UInt32
    package let hash: Hash
    package let protocolVersion: UInt32
    /// Nil, like the header, from servers older than stellar-rpc 25.
    package let closedAt: Timestamp?
    package let header: LedgerHeaderFields?

    init(_ json: JSON) throws(JSONError) {
        sequence = try json.ledger("sequence")
        hash = try json.hash("id").hash
        protocolVersion = try json.integer("protocolVersion")
        closedAt = try json.optionalTime("closeTime")
        guard json.isPresent("headerXdr") else {
            header = nil
            return
        }
        let bytes = try json.xdrBytes("headerXdr")
        let sequence = sequence
        let header = try JSON.reading("headerXdr", "LedgerHeader") { () throws(XDRError) in
            try LedgerHeaderFields(bytes, sequence: sequence)
        }
        self.header = header
        guard Hash(sha256: bytes) == hash else {
            throw .wrongType(field: "headerXdr", expected: "the header with the hash in \"id\"")
        }
        try check(header)
    }

    /// The ledger with its fee and reserve, as Horizon reports it; nil without the header.
    package var record: LedgerRecord? {
        header.map { header in
            LedgerRecord(
                sequence: Int64(sequence), closedAt: header.closedAt, baseFee: Int64(header.baseFee),
                baseReserve: Amount(stroops: Int64(header.baseReserve)),
                protocolVersion: Int(protocolVersion))
        }
    }

    private func check(_ header: LedgerHeaderFields) throws(JSONError) {
        guard header.closeTimesAgree else {
            throw .wrongType(
                field: "headerXdr", expected: "a header with the same close time in seconds and milliseconds")
        }
        guard header.sequence == sequence, header.protocolVersion == protocolVersion else {
            throw .wrongType(field: "headerXdr", expected: "the header of the ledger in the other fields")
        }
        if let closedAt, closedAt != header.closedAt {
            throw .wrongType(
                field: "headerXdr",
                expected: "a header with the close time in \"closeTime\": \(header.closedAt.utc) is not \(closedAt.utc)"
            )
        }
    }
}

/// The fields of a ledger header that are used. They are read also where a later protocol has put something unknown
/// between them.
package struct LedgerHeaderFields: Hashable, Sendable {
    package let protocolVersion: UInt32
    package let closedAt: Timestamp
    /// Whether the close times in seconds and milliseconds agree, as far as both are known.
    package let closeTimesAgree: Bool
    package let sequence: UInt32
    /// In stroops.
    package let baseFee: UInt32
    package let baseReserve: UInt32
    /// The most operations in one ledger.
    package let mostOperations: UInt32
    /// What of the header is not known to this version, as an error names it; nil when all of it is.
    package let unknown: String?

    /// Reads a header: strictly, if this version knows all of it. An unknown kind of close value in the middle has an
    /// unknown length: what follows it is read from the end, where the header has a known form.
    ///
    /// - Parameter sequence: the ledger's number, by which the fields are found.
    /// - Throws: for a header that is not one, and for one with a form at its end, too, that is not known: the error
    ///   names the value.
    init(_ bytes: [UInt8], sequence: UInt32) throws(XDRError) {
        do throws(XDRError) { self.init(try LedgerHeader(xdr: bytes)) } catch {
            guard case .unknownValue = error else { throw error }
            guard let start = try? Start(bytes), let tail = start.tail(of: bytes, sequence: sequence) else {
                throw error
            }
            self.init(start, tail, unknown: error.message)
        }
    }

    private init(_ start: Start, _ tail: Tail, unknown: String) {
        protocolVersion = start.protocolVersion
        closedAt = Timestamp(start.closeTime)
        closeTimesAgree = start.closeTimesAgree
        (sequence, baseFee, baseReserve) = (tail.sequence, tail.baseFee, tail.baseReserve)
        mostOperations = tail.mostOperations
        self.unknown = unknown
    }

    private init(_ header: LedgerHeader) {
        protocolVersion = header.ledgerVersion
        closedAt = Timestamp(header.scpValue.closeTime)
        closeTimesAgree = header.scpValue.ext.agrees(withCloseTime: header.scpValue.closeTime)
        sequence = header.ledgerSeq
        (baseFee, baseReserve, mostOperations) = (header.baseFee, header.baseReserve, header.maxTxSetSize)
        unknown = nil
    }
}

/// A header up to the kind of its close value.
private struct Start {
    let protocolVersion: UInt32
    let closeTime: UInt64
    let closeTimesAgree: Bool
    /// The offset of the kind.
    let end: Int
    /// The offset after the close value; nil if its kind is not known.
    let valueEnd: Int?

    init(_ bytes: [UInt8]) throws(XDRError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(XDRError) in
            var reader = XDRReader(UnsafeRawBufferPointer(buffer))
            return try Start(&reader)
        }
    }

    private init(_ reader: inout XDRReader) throws(XDRError) {
        protocolVersion = try UInt32.decode(from: &reader)
        _ = try Hash.decode(from: &reader)
        _ = try Hash.decode(from: &reader)
        closeTime = try UInt64.decode(from: &reader)
        _ = try BoundedArray<UpgradeType, 6>.decode(from: &reader)
        end = reader.offset
        do throws(XDRError) {
            closeTimesAgree = try StellarValueExt.decode(from: &reader).agrees(withCloseTime: closeTime)
            valueEnd = reader.offset
        } catch { (closeTimesAgree, valueEnd) = (true, nil) }
    }

    /// What follows the close value; nil where it cannot be found.
    func tail(of bytes: [UInt8], sequence: UInt32) -> Tail? {
        guard valueEnd == nil else {
            // What is unknown comes after everything that is used.
            return valueEnd.flatMap { Tail(bytes[$0...], isWhole: false) }.flatMap {
                $0.sequence == sequence ? $0 : nil
            }
        }
        let found = Tail.sizes.compactMap { size -> Tail? in
            guard bytes.count - size >= end + 4 else { return nil }
            return Tail(bytes[(bytes.count - size)...], isWhole: true)
        }.filter { $0.sequence == sequence }
        return found.count == 1 ? found[0] : nil
    }
}

/// The part of a header after its close value.
private struct Tail {
    let sequence: UInt32
    let baseFee: UInt32
    let baseReserve: UInt32
    let mostOperations: UInt32

    /// The sizes that it can have: with and without the extension.
    static let sizes = [240, 248]

    /// - Parameter isWhole: whether it must end with the bytes.
    init?(_ bytes: ArraySlice<UInt8>, isWhole: Bool) {
        do throws(XDRError) {
            self = try Array(bytes).withUnsafeBufferPointer { (buffer) throws(XDRError) in
                var reader = XDRReader(UnsafeRawBufferPointer(buffer))
                let tail = try Tail(&reader)
                if isWhole {
                    _ = try LedgerHeaderExt.decode(from: &reader)
                    try reader.finish()
                }
                return tail
            }
        } catch { return nil }
    }

    private init(_ reader: inout XDRReader) throws(XDRError) {
        _ = try Hash.decode(from: &reader)
        _ = try Hash.decode(from: &reader)
        sequence = try UInt32.decode(from: &reader)
        _ = try Int64.decode(from: &reader)
        _ = try Int64.decode(from: &reader)
        _ = try UInt32.decode(from: &reader)
        _ = try UInt64.decode(from: &reader)
        baseFee = try UInt32.decode(from: &reader)
        baseReserve = try UInt32.decode(from: &reader)
        mostOperations = try UInt32.decode(from: &reader)
        _ = try LedgerHeaderSkipList.decode(from: &reader)
    }
}
