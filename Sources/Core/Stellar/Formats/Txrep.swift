// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// SEP-11 txrep: a transaction envelope as lines of fields and values, and back to the same bytes.
///
/// Writes the SEP's normal form, in ASCII and without comments. Reads the SEP's and the Python SDK's dialects. Where
/// the SEP lets a reader fill in or ignore something that could hide a mistake, it is an error (see
/// `docs/FORMATS.md`).
///
/// - Source: SEP-11.
package enum Txrep {
    /// The lines of an envelope, without a trailing newline.
    ///
    /// - Parameter network: determines the name of the native asset (`XLM`, `TestXLM`); `NATIVE` for any other
    ///   network or nil.
    package static func text(of envelope: TransactionEnvelope, on network: Network?) -> String {
        var writer = TxrepWriter(native: nativeName(network))
        envelope.walk(&writer)
        return writer.text
    }

    private static func nativeName(_ network: Network?) -> String {
        switch network {
        case Network.public?: "XLM"
        case Network.testnet?: "TestXLM"
        default: "NATIVE"
        }
    }

    /// Parses an envelope from txrep.
    package static func envelope(_ text: [UInt8]) throws(FormatError) -> TransactionEnvelope {
        var reader = TxrepReader(try TxrepTable(text))
        let bytes = try TransactionEnvelope.layout.bytes(from: &reader)
        try reader.finish()
        do throws(XDRError) { return try TransactionEnvelope(xdr: bytes) } catch { throw .value(error) }
    }
}

/// The union arms of an envelope whose names are omitted from field paths.
enum TxrepEnvelope {
    /// SEP-11's example predates the envelope union and says `tx.fee`. The same applies to both versions and to the
    /// inner transaction of a fee bump.
    static func leavesOutArm(_ value: Int32, of union: XDRLayout.Union) -> Bool {
        switch "\(union.name)" {
        case "TransactionEnvelope": union.arm(value)?.field.map { "\($0.name)" } != "feeBump"
        case "FeeBumpTransactionInnerTx": true
        default: false
        }
    }
}

/// The lines of a txrep text, indexed by field.
///
/// - Source: SEP-11 §Specification: the last value of a repeated field counts.
struct TxrepTable {
    struct Entry {
        /// What follows the colon and its blanks; may end with a comment.
        let value: ArraySlice<UInt8>
        /// Counted from 1.
        let line: Int
        var isUsed = false

        /// The value up to the first blank.
        var token: ArraySlice<UInt8> { value.prefix { $0 != 0x20 && $0 != 0x09 } }
    }

    private var entries: [String: Entry] = [:]
    /// All fields, sorted, for prefix searches.
    private var fields: [String] = []

    init(_ text: [UInt8]) throws(FormatError) {
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            try add(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number)
        }
        fields = entries.keys.sorted()
    }

    private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(FormatError) {
        let line = Self.trimmed(line)
        guard let first = line.first, first != UInt8(ascii: ":") else { return }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .notALine(number) }
        let field = Self.trimmed(line[..<colon])
        guard field.allSatisfy(Self.isFieldCharacter) else { throw .notALine(number) }
        entries[String(decoding: field, as: UTF8.self)] = Entry(
            value: Self.trimmed(line[line.index(after: colon)...]), line: number)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = text.drop { $0 == 0x20 || $0 == 0x09 }
        return rest.prefix(through: rest.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? rest.startIndex - 1)
    }

    private static func isFieldCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: false
        }
    }

    /// The number of fields.
    var count: Int { fields.count }

    func line(of field: String) -> Int? { entries[field]?.line }
    func has(_ field: String) -> Bool { entries[field] != nil }

    /// Whether the field itself or something inside it is given.
    func mentions(_ field: String) -> Bool { has(field) || hasField(from: field + ".") || hasField(from: field + "[") }

    private func hasField(from start: String) -> Bool {
        var (low, high) = (0, fields.count)
        while low < high {
            let middle = (low + high) / 2
            if fields[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < fields.count && fields[low].hasPrefix(start)
    }

    /// The entry of a field, which is marked as used.
    mutating func take(_ field: String) -> Entry? {
        entries[field]?.isUsed = true
        return entries[field]
    }

    /// The first line that was not used.
    var unused: (field: String, line: Int)? {
        let left = entries.filter { !$0.value.isUsed }.min { $0.value.line < $1.value.line }
        return left.map { ($0.key, $0.value.line) }
    }
}
