// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Values of the types that a contract defines.
extension ArgumentReader {
    /// A whole argument: JSON, or the bare name of a union's case.
    func own(_ text: String, _ name: [UInt8], _ at: Place) throws(ContractError) -> SCVal {
        let type = try defined(name, at)
        if case .union(let union, _) = type, (try? JSON(parsing: Array(text.utf8))) == nil {
            return try self.union(.string(text), union, at)
        }
        return try own(try json(text, "JSON of the type \(ForeignName(TypePath.short(name)).text)", at), type, at)
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
