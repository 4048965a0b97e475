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

    /// None is void; a present value is the value itself, so an Option inside an Option cannot say which of the two is absent.
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
