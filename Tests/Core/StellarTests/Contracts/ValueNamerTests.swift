// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import Testing

@testable import Stellar

/// The work of naming values, which is bounded by their size whatever their types are.
struct ValueNamerTests {
    private static func options(_ count: Int, of type: SCSpecTypeDef) -> SCSpecTypeDef {
        (0..<count).reduce(type) { type, _ in .option(SCSpecTypeOption(valueType: type)) }
    }

    private static func steps(_ value: SCVal, _ type: SCSpecTypeDef) throws -> (steps: Int, fits: Bool) {
        var namer = ValueNamer(spec: try ContractSpec(section: []))
        do throws(ValueMismatch) {
            _ = try namer.named(value, type)
            return (namer.steps, true)
        } catch { return (namer.steps, false) }
    }

    @Test(arguments: [0, 1, 7, 8]) func `each part of a list takes its type's wrappers and itself`(
        wrappers: Int
    ) throws {
        for count in [0, 1, 6_000] {
            let list = SCVal.vec(SCVec(Array(repeating: .u32(1), count: count)))
            let (steps, fits) = try Self.steps(
                list, .vec(SCSpecTypeVec(elementType: Self.options(wrappers, of: .u32))))
            #expect(fits && steps == 1 + count * (wrappers + 1))
        }
    }

    @Test(arguments: [9, 200]) func `a value in more wrappers has no name, and its list is not gone through`(
        wrappers: Int
    ) throws {
        let list = SCVal.vec(SCVec(Array(repeating: .u32(1), count: 6_000)))
        let (steps, fits) = try Self.steps(list, .vec(SCSpecTypeVec(elementType: Self.options(wrappers, of: .u32))))
        #expect(!fits && steps == 1 + ContractLimits.wrappers + 1)
    }

    @Test func `the first part that does not fit ends the work`() throws {
        let parts: [SCVal] = [.u32(1), .bool(true)] + Array(repeating: .u32(1), count: 6_000)
        let (steps, fits) = try Self.steps(.vec(SCVec(parts)), .vec(SCSpecTypeVec(elementType: .u32)))
        #expect(!fits && steps == 3)
        let (few, isTuple) = try Self.steps(
            .vec(SCVec(parts)),
            .tuple(SCSpecTypeTuple(valueTypes: BoundedArray(Array(repeating: .u32, count: 12)) ?? BoundedArray())))
        #expect(!isTuple && few == 1)
    }
}
