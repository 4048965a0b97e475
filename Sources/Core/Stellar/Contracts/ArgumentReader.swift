// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Reads values from text by their types, as stellar-cli does, and refuses what stellar-cli would change silently.
///
/// - Source: soroban-spec-tools; docs/CONTRACTS.md §Arguments.
struct ArgumentReader {
    let spec: ContractSpec

    /// The value of a whole argument, or of a map's key: text that need not be JSON where the type says what it is.
    func value(_ text: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        switch type {
        case .u128, .i128, .u256, .i256: return try wide(text, type, at)
        case .string: return try string(text, at)
        case .symbol: return try symbol(try plain(text, "a symbol", at), at)
        case .address, .muxedAddress: return try address(try plain(text, "an address", at), type, at)
        case .bytes, .bytesN: return try bytes(text, type, at)
        case .option(let option): return try self.option(text, option.valueType, at)
        case .udt(let type): return try own(text, type.name.bytes, at)
        default: return try value(try json(text, type.form, at), type, at)
        }
    }

    /// A value inside JSON.
    func value(_ json: JSON, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        switch type {
        case .val: return try any(json, at)
        case .bool: return .bool(try at.require(json.asBool, "true or false"))
        case .void where json == .null: return .void
        case .void: throw at.fault(.expected("null"))
        case .u32: return .u32(try integer(json, type, at))
        case .i32: return .i32(try integer(json, type, at))
        case .u64: return .u64(try integer(json, type, at))
        case .i64: return .i64(try integer(json, type, at))
        case .timepoint: return .timepoint(try integer(json, type, at))
        case .duration: return .duration(try integer(json, type, at))
        case .u128, .i128, .u256, .i256:
            return try wide(try at.require(json.asString, "\(type.form), in quotation marks"), type, at)
        case .bytes, .bytesN: return try bytes(json, type, at)
        case .string: return try string(bytes: Array(try at.require(json.asString, "a text").utf8), at)
        case .symbol: return try symbol(try at.require(json.asString, "a symbol"), at)
        case .address, .muxedAddress:
            return try address(try at.require(json.asString, "an address"), type, at)
        case .option(let option): return try self.option(json, option.valueType, at)
        case .vec(let vec): return try list(json, vec.elementType, at)
        case .map(let map): return try self.map(json, map, at)
        case .tuple(let tuple): return try self.tuple(json, tuple.valueTypes.elements, at)
        case .udt(let type): return try own(json, type.name.bytes, at)
        case .error, .result: throw at.fault(.noText(type: type.text))
        }
    }

    /// The document that a text is.
    func json(_ text: String, _ wanted: String, _ at: Place) throws(ContractError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: Array(text.utf8))
        } catch {
            if case .duplicateKey = error { throw at.fault(.repeatedKey) }
            throw at.fault(.notJSON(error.message, wanted: wanted))
        }
    }

    /// A text with or without the quotation marks of JSON.
    private func plain(_ text: String, _ wanted: String, _ at: Place) throws(ContractError) -> String {
        guard let json = try? JSON(parsing: Array(text.utf8)) else { return text }
        return try at.require(json.asString, wanted)
    }

    /// Any text: only a text in JSON's form is read as JSON.
    private func string(_ text: String, _ at: Place) throws(ContractError) -> SCVal {
        let json = try? JSON(parsing: Array(text.utf8))
        return try string(bytes: Array((json?.asString ?? text).utf8), at)
    }

    private func string(bytes: [UInt8], _ at: Place) throws(ContractError) -> SCVal {
        guard let text = SCString(bytes) else { throw at.fault(.tooLong(limit: ContractLimits.argument)) }
        return .string(text)
    }

    /// A value with its own type, as SEP-51 writes it.
    private func any(_ json: JSON, _ at: Place) throws(ContractError) -> SCVal {
        do throws(FormatError) {
            return try XDRJSON.value(json)
        } catch {
            throw at.fault(.expected("a value as in SEP-51, for example {\"u32\": 5}: \(error.message)"))
        }
    }
}

/// Options, lists, tuples and maps.
extension ArgumentReader {
    /// A whole argument that may be absent: JSON, or the digits of a wide number.
    func option(_ text: String, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        let isBare = text != "null" && !text.utf8.starts(with: "\"".utf8)
        switch type {
        case .u128 where isBare, .i128 where isBare, .u256 where isBare, .i256 where isBare:
            return try wide(text, type, at)
        default:
            let wanted = "null or \(type.form), in the form of JSON (texts in quotation marks)"
            return try option(try json(text, wanted, at), type, at)
        }
    }

    /// None is void; a present value is the value itself, so an Option inside an Option cannot say which of the two is
    /// absent.
    func option(_ json: JSON, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        guard json == .null else { return try value(json, type, try at.inside()) }
        if case .option = type { throw at.fault(.ambiguousNull) }
        return .void
    }

    func list(_ json: JSON, _ type: SCSpecTypeDef, _ at: Place) throws(ContractError) -> SCVal {
        let elements = try at.require(json.asArray, "a list of \(type.text)")
        var found: [SCVal] = []
        for (index, element) in elements.enumerated() {
            found.append(try value(element, type, try at.inside(.element(index))))
        }
        return .vec(found)
    }

    func tuple(_ json: JSON, _ types: [SCSpecTypeDef], _ at: Place) throws(ContractError) -> SCVal {
        .vec(try values(json, types, at))
    }

    /// A list with one value of each type.
    func values(_ json: JSON, _ types: [SCSpecTypeDef], _ at: Place) throws(ContractError) -> [SCVal] {
        let elements = try at.require(json.asArray, "a list of \(types.count) values")
        guard elements.count == types.count else {
            throw at.fault(.wrongLength(found: elements.count, wanted: types.count, of: "values"))
        }
        var found: [SCVal] = []
        for (index, (element, type)) in zip(elements, types).enumerated() {
            found.append(try value(element, type, try at.inside(.element(index))))
        }
        return found
    }

    /// A map's keys are texts; each is read as an argument of the key's type would be.
    func map(_ json: JSON, _ type: SCSpecTypeMap, _ at: Place) throws(ContractError) -> SCVal {
        let object = try at.require(json.asObject, "an object with keys \(type.keyType.text)")
        var found: [SCMapEntry] = []
        for (index, (text, member)) in object.members.enumerated() {
            let key = try value(text, type.keyType, try at.inside(.key(index)))
            let step = TypedName.isShown(text) ? ArgumentPath.Step.member(Array(text.utf8)) : .element(index)
            found.append(SCMapEntry(key: key, val: try value(member, type.valueType, try at.inside(step))))
        }
        return .map(try sorted(found, at))
    }

    /// In the order that the network demands.
    func sorted(_ entries: [SCMapEntry], _ at: Place) throws(ContractError) -> [SCMapEntry] {
        let sorted = entries.sorted { SCValOrder.compare($0.key, $1.key) < 0 }
        for (one, next) in zip(sorted, sorted.dropFirst()) where SCValOrder.compare(one.key, next.key) == 0 {
            throw at.fault(.repeatedKey)
        }
        return sorted
    }
}

/// Values of the types that a contract defines.
extension ArgumentReader {
    /// A whole argument: JSON, or the bare name of a union's case.
    func own(_ text: String, _ name: [UInt8], _ at: Place) throws(ContractError) -> SCVal {
        let type = try defined(name, at)
        let given: JSON
        do throws(ContractError) {
            given = try json(text, "JSON of the type \(ForeignName(TypePath.short(name)).text)", at)
        } catch {
            guard case .union(let union, _) = type else { throw error }
            return try self.union(.string(text), union, at)
        }
        return try own(given, type, at)
    }

    func own(_ json: JSON, _ name: [UInt8], _ at: Place) throws(ContractError) -> SCVal {
        try own(json, try defined(name, at), at)
    }

    private func defined(_ name: [UInt8], _ at: Place) throws(ContractError) -> UserType {
        guard let type = spec.type(name) else { throw at.fault(.unknownType(name)) }
        return type
    }

    private func own(_ json: JSON, _ type: UserType, _ at: Place) throws(ContractError) -> SCVal {
        switch type {
        case .structure(let type): return try structure(json, type, at)
        case .tuple(let type): return try tuple(json, type, at)
        case .union(let type, _): return try union(json, type, at)
        case .enumeration(let name, let cases):
            let number: UInt32 = try integer(json, .u32, at)
            guard cases[number] != nil else {
                let known = cases.sorted { $0.key < $1.key }.map { Array("\($0.key) = ".utf8) + $0.value }
                throw at.fault(.unknownCase(type: name, known: known))
            }
            return .u32(number)
        case .errors(let name, _): throw at.fault(.noText(type: ForeignName(TypePath.short(name)).text))
        }
    }

    private func structure(_ json: JSON, _ type: SCSpecUDTStructV0, _ at: Place) throws(ContractError) -> SCVal {
        var entries: [SCMapEntry] = []
        for (field, member) in zip(type.fields, try members(json, type, at)) {
            let place = try at.inside(.member(field.name.bytes))
            entries.append(
                SCMapEntry(
                    key: .symbol(try symbol(bytes: field.name.bytes, place)), val: try value(member, field.type, place))
            )
        }
        return .map(try sorted(entries, at))
    }

    /// A structure whose fields have numbers: a list, or an object by these numbers.
    private func tuple(_ json: JSON, _ type: SCSpecUDTStructV0, _ at: Place) throws(ContractError) -> SCVal {
        let types = type.fields.map(\.type)
        guard json.asObject != nil else { return try tuple(json, types, at) }
        return try tuple(.array(try members(json, type, at)), types, at)
    }

    /// The members of an object in the order of the fields: all of them, and no others.
    private func members(_ json: JSON, _ type: SCSpecUDTStructV0, _ at: Place) throws(ContractError) -> [JSON] {
        let object = try at.require(
            json.asObject, "an object with the members of \(ForeignName(TypePath.short(type.name.bytes)).text)")
        var given: [[UInt8]: JSON] = [:]
        for (name, value) in object.members { given[Array(name.utf8)] = value }
        var found: [JSON] = []
        for field in type.fields {
            guard let value = given.removeValue(forKey: field.name.bytes) else {
                throw at.fault(.missingMember(field.name.bytes))
            }
            found.append(value)
        }
        if let stranger = object.keys.first(where: { given[Array($0.utf8)] != nil }) {
            throw at.fault(.unknownMember(stranger, known: type.fields.map(\.name.bytes)))
        }
        return found
    }

    /// A case by its name, or an object of the name and the values.
    private func union(_ json: JSON, _ type: SCSpecUDTUnionV0, _ at: Place) throws(ContractError) -> SCVal {
        if let name = json.asString {
            let one = try unionCase(Array(name.utf8), type, at)
            guard one.types.isEmpty else {
                throw at.fault(.caseWithValues(name: one.name, types: one.types.map(\.text)))
            }
            return .vec([.symbol(try symbol(bytes: one.name, at))])
        }
        let wanted =
            "the name of a case of \(ForeignName(TypePath.short(type.name.bytes)).text), or an object {NAME: VALUE}"
        let object = try at.require(json.asObject, wanted)
        guard object.count == 1, let (name, value) = object.members.first else { throw at.fault(.expected(wanted)) }
        let one = try unionCase(Array(name.utf8), type, at)
        let place = try at.inside(.member(one.name))
        let values: [SCVal]
        switch one.types.count {
        case 0: throw at.fault(.caseWithoutValues(name: one.name))
        case 1: values = [try self.value(value, one.types[0], place)]
        default: values = try self.values(value, one.types, place)
        }
        return .vec([.symbol(try symbol(bytes: one.name, at))] + values)
    }

    private func unionCase(
        _ name: [UInt8], _ type: SCSpecUDTUnionV0, _ at: Place
    ) throws(ContractError) -> SCSpecUDTUnionCaseV0 {
        guard case .union(_, let cases)? = spec.type(type.name.bytes), let one = cases[name] else {
            throw at.fault(.unknownCase(type: type.name.bytes, known: type.cases.map(\.name)))
        }
        return one
    }
}
