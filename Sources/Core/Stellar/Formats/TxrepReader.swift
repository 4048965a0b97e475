// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Reads txrep in the order of the layout, in SEP-11's dialect and the Python SDK's.
struct TxrepReader: XDRSource {
    private struct Place {
        let field: String
        /// The structure in this place, and whether it has only one field.
        var owner = ""
        var isSingle = false
    }

    private var table: TxrepTable
    private var places = [Place(field: "")]

    init(_ table: TxrepTable) { self.table = table }

    private var here: Place { places[places.count - 1] }
    private var field: String { here.field }

    private static func join(_ parent: String, _ name: String) -> String { parent.isEmpty ? name : parent + "." + name }

    private func fault(_ fault: ValueFormatError, _ field: String? = nil) -> FormatError {
        let field = field ?? self.field
        return .line(table.line(of: field), field: field, fault)
    }

    func tooDeep() -> FormatError { fault(.tooDeep) }

    /// Checks that every line was used; throws for a line that is not part of the transaction.
    func finish() throws(FormatError) {
        if let (field, line) = table.unused { throw .line(line, field: field, .unknown) }
    }

    /// Converts a fault of a value into the error of its line.
    private func checked<T>(
        _ field: String? = nil, _ body: () throws(ValueFormatError) -> T
    ) throws(FormatError) -> T {
        do throws(ValueFormatError) { return try body() } catch { throw fault(error, field) }
    }

    private mutating func entry(_ field: String) throws(FormatError) -> TxrepTable.Entry {
        guard let entry = table.take(field) else { throw fault(.missing, field) }
        return entry
    }

    private mutating func token() throws(FormatError) -> String {
        String(decoding: try entry(field).token, as: UTF8.self)
    }

    // MARK: places

    mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) throws(FormatError) {
        places[places.count - 1].owner = "\(name)"
        places[places.count - 1].isSingle = fields.count == 1
    }

    mutating func enter(field name: StaticString) throws(FormatError) {
        places.append(Place(field: place(of: "\(name)")))
    }

    /// The path of a structure's field, in whichever dialect the text uses.
    private mutating func place(of name: String) -> String {
        let plain = Self.join(field, name)
        if table.mentions(plain) { return plain }
        switch (here.owner, name) {
        case ("TransactionV0", "sourceAccountEd25519"):
            let modern = Self.join(field, "sourceAccount")
            return table.has(modern) ? modern : plain
        case ("TransactionV0", "timeBounds"):
            // The Python SDK describes a version 0 transaction as if it had version 1's preconditions.
            guard table.take(Self.join(field, "cond.type")) != nil else { return plain }
            return Self.join(field, "cond.timeBounds")
        default:
            return here.isSingle && table.has(field) ? field : plain
        }
    }

    mutating func enter(element: Int) throws(FormatError) { places.append(Place(field: "\(field)[\(element)]")) }
    mutating func leave() { places.removeLast() }

    mutating func enter(arm value: Int32, field name: StaticString, of union: XDRLayout.Union) throws(FormatError) {
        let plain = Self.join(field, "\(name)")
        var target = plain
        if !table.mentions(plain) {
            if TxrepEnvelope.leavesOutArm(value, of: union) { target = field }
            if "\(union.name)" == "Preconditions" { target = "\(name)" == "v2" ? field : siblingTimeBounds }
        }
        places.append(Place(field: target))
    }

    /// The path of time bounds from before there were other preconditions: beside `cond`.
    private var siblingTimeBounds: String { String(field.dropLast("cond".count)) + "timeBounds" }

    mutating func arm(of union: XDRLayout.Union) throws(FormatError) -> Int32 {
        let name = Self.join(field, "\(union.discriminant)")
        guard let entry = table.take(name) else { return try assumedArm(of: union, name) }
        let text = String(decoding: entry.token, as: UTF8.self)
        let value = try checked(name) { () throws(ValueFormatError) in
            guard let members = union.members else { return try TxrepText.integer(text, as: Int32.self) }
            return try Self.member(text, of: members)
        }
        guard union.arm(value) != nil else { throw fault(.expected("one of the arms of \(union.name)"), name) }
        return value
    }

    /// The arm of a union without a discriminant: the older time bounds, or the arm for zero, SEP-11's default for
    /// omitted fields.
    private mutating func assumedArm(of union: XDRLayout.Union, _ name: String) throws(FormatError) -> Int32 {
        if field.isEmpty { return 2 }
        if "\(union.name)" == "Preconditions", table.mentions(siblingTimeBounds) {
            return try isPresent(siblingTimeBounds) ? 1 : 0
        }
        guard let first = union.arm(0) ?? (union.arms.count == 1 ? union.arms.first : nil) else {
            throw fault(.missing, name)
        }
        return first.value
    }

    mutating func isPresent() throws(FormatError) -> Bool { try isPresent(field) }

    private mutating func isPresent(_ field: String) throws(FormatError) -> Bool {
        let flag = field + "._present"
        let mentioned = table.mentions(field)
        guard let entry = table.take(flag) else { return mentioned }
        return try checked(flag) { () throws(ValueFormatError) in try Self.flag(entry.token) }
    }

    mutating func count(limit: Int?) throws(FormatError) -> Int {
        let name = field + ".len"
        guard let entry = table.take(name) else {
            guard !table.mentions(field) else { throw fault(.missing, name) }
            return 0
        }
        let text = String(decoding: entry.token, as: UTF8.self)
        let count = try checked(name) { () throws(ValueFormatError) in try TxrepText.integer(text, as: UInt32.self) }
        if let limit, count > limit { throw fault(.tooLong(limit: limit), name) }
        // Every element has a line of its own, so a larger count cannot be right.
        guard count <= table.count else { throw fault(.countWithoutElements, name) }
        return Int(count)
    }

    // MARK: leaves

    mutating func integer(bits: Int, alias: StaticString?) throws(FormatError) -> Int64 {
        let text = try token()
        return try checked { () throws(ValueFormatError) in
            bits == 32
                ? Int64(try TxrepText.integer(text, as: Int32.self)) : try TxrepText.integer(text, as: Int64.self)
        }
    }

    mutating func unsigned(bits: Int, alias: StaticString?) throws(FormatError) -> UInt64 {
        let text = try token()
        // The Python SDK writes the flags of AllowTrust as a boolean.
        if field.hasSuffix("allowTrustOp.authorize"), text == "true" || text == "false" {
            return text == "true" ? 1 : 0
        }
        return try checked { () throws(ValueFormatError) in
            bits == 32
                ? UInt64(try TxrepText.integer(text, as: UInt32.self)) : try TxrepText.integer(text, as: UInt64.self)
        }
    }

    mutating func boolean() throws(FormatError) -> Bool {
        let token = try entry(field).token
        return try checked { () throws(ValueFormatError) in try Self.flag(token) }
    }

    private static func flag(_ token: ArraySlice<UInt8>) throws(ValueFormatError) -> Bool {
        switch String(decoding: token, as: UTF8.self) {
        case "true": return true
        case "false": return false
        default: throw .expected("true or false")
        }
    }

    mutating func member(of enumeration: XDRLayout.Enumeration) throws(FormatError) -> Int32 {
        let text = try token()
        return try checked { () throws(ValueFormatError) in try Self.member(text, of: enumeration) }
    }

    /// A member by its name, or by its number as `Type#Number`.
    private static func member(_ text: String, of enumeration: XDRLayout.Enumeration) throws(ValueFormatError) -> Int32
    {
        let prefix = "\(enumeration.name)#"
        if text.hasPrefix(prefix) {
            let value = try TxrepText.integer(String(text.dropFirst(prefix.count)), as: Int32.self)
            if enumeration.name(of: value) != nil { return value }
        } else if let member = enumeration.members.first(where: { "\($0.name)" == text }) {
            return member.value
        }
        throw .expected("a member of \(enumeration.name)")
    }

    mutating func opaque(size: Int, alias: StaticString?) throws(FormatError) -> [UInt8] {
        let text = try token()
        return try checked { () throws(ValueFormatError) in
            if size == 32, let bytes = Self.key(text, alias) { return bytes }
            let bytes = try Self.hex(text)
            guard bytes.count == size else { throw .wrongLength(wanted: size) }
            return bytes
        }
    }

    /// The bytes of an address where the SEP has hex: of a contract, a pool or an account's key.
    private static func key(_ text: String, _ alias: StaticString?) -> [UInt8]? {
        guard let alias, let key = try? StrKey(text) else { return nil }
        switch ("\(alias)", key) {
        case ("ContractID", .contract(let hash)), ("PoolID", .liquidityPool(let hash)): return hash.bytes
        case ("uint256", .publicKey(let key)): return key.bytes
        default: return nil
        }
    }

    mutating func opaque(limit: Int?, alias: StaticString?) throws(FormatError) -> [UInt8] {
        let text = try token()
        return try checked { () throws(ValueFormatError) in
            try Self.limited(text == "0" ? [] : try Self.hex(text), limit)
        }
    }

    /// A quoted literal. The Python SDK writes a memo that is not UTF-8 as bare hex, and some names without quotes.
    mutating func string(limit: Int?, alias: StaticString?) throws(FormatError) -> [UInt8] {
        let entry = try entry(field)
        let isName = alias.map { "\($0)" } == "string64"
        let isMemo = alias == nil
        return try checked { () throws(ValueFormatError) in
            if entry.value.first == UInt8(ascii: "\"") {
                return try Self.limited(try TxrepText.bytes(literal: entry.value), limit)
            }
            if isName { return try Self.limited(Array(entry.value), limit) }
            guard isMemo else { throw .expected("a text in double quotes") }
            return try Self.limited(try Self.hex(String(decoding: entry.token, as: UTF8.self)), limit)
        }
    }

    private static func hex(_ text: String) throws(ValueFormatError) -> [UInt8] {
        do throws(HexError) { return try Hex.decode(text) } catch { throw .expected("hexadecimal digits") }
    }

    private static func limited(_ bytes: [UInt8], _ limit: Int?) throws(ValueFormatError) -> [UInt8] {
        if let limit, bytes.count > limit { throw .tooLong(limit: limit) }
        return bytes
    }
}

extension TxrepReader {
    // MARK: values on one line

    mutating func whole(_ type: any XDRCodable.Type) throws(FormatError) -> (any XDRCodable)? {
        if type == SignerKey.self, let split = try splitSigner() { return split }
        guard let kind = TxrepWhole(type) else { return nil }
        guard table.has(field) else {
            if kind.isAlwaysWhole { throw fault(.missing) }
            return nil
        }
        let token = try entry(field).token
        let value = try checked { () throws(ValueFormatError) in try kind.value(token) }
        if kind.isLine { try checkKind(of: value) }
        return value
    }

    /// Checks that `line.type` and `line`, both of which the Python SDK writes, agree.
    private mutating func checkKind(of value: any XDRCodable) throws(FormatError) {
        let name = field + ".type"
        guard let entry = table.take(name) else { return }
        let type = (value as? ChangeTrustAsset)?.discriminant ?? (value as? TrustLineAsset)?.discriminant
        let given = try checked(name) { () throws(ValueFormatError) in
            guard case .enumeration(let members) = AssetType.layout else { throw .unknown }
            return try Self.member(String(decoding: entry.token, as: UTF8.self), of: members)
        }
        guard given == type?.rawValue else { throw fault(.expected("the kind of the asset in \(field)"), name) }
    }

    /// A signer as the Python SDK writes it: its kind on one line, its address on another.
    private mutating func splitSigner() throws(FormatError) -> SignerKey? {
        guard !table.has(field), case .union(let union) = SignerKey.layout, table.has(field + ".type") else {
            return nil
        }
        let value = try arm(of: union)
        guard let name = union.arm(value)?.field?.name else { return nil }
        let inside = Self.join(field, "\(name)")
        guard table.has(inside), let token = table.take(inside)?.token, token.count != 64 else { return nil }
        let signer = try checked(inside) { () throws(ValueFormatError) in
            do throws(StrKeyError) { return try SignerKey(address: String(decoding: token, as: UTF8.self)) } catch {
                throw .address(error)
            }
        }
        guard signer.discriminant.rawValue == value else { throw fault(.expected("a signer of its type"), inside) }
        return signer
    }
}
