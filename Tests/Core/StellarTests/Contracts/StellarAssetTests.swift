// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// The interface of a Stellar asset's contract, which has no code.
struct StellarAssetTests {
    @Test func `has every function of the vectors with its arguments in order`() throws {
        let spec = try ContractSpec.stellarAsset()
        let cases = try ContractVectors.cases("sac-calls")
        #expect(cases.count == 19)
        for json in cases {
            let function = try #require(spec.function(Array(json.string("function").utf8)))
            let names = try json.array("args").map { try $0.string("name") }
            #expect(function.inputs.map { String(decoding: $0.name.bytes, as: UTF8.self) } == names)
        }
    }

    @Test func `names the arguments of every call of the vectors`() throws {
        let spec = try ContractSpec.stellarAsset()
        for json in try ContractVectors.cases("sac-calls") {
            let function = try HostFunction(xdr: Base64.decode(json.string("host_function")))
            guard case .invokeContract(let call) = function, case .named(let arguments) = spec.named(call) else {
                Issue.record("the call of \(try json.string("function")) does not fit")
                continue
            }
            #expect(arguments.count == call.args.count)
        }
    }
}
