// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import TextCodec
import XDR

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
