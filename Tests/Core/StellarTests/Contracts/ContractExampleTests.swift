// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// The worked example of `Contracts.md`; change both together.
struct ContractExampleTests {
    @Test func `the example of the documentation works`() throws {
        let bytes = try Base64.decode(ContractVectors.named("counter").string("wasm"))
        let (contract, account) = (ContractSample.contract, "GDFRHXTCN2PXEAWBZSOO3DDKLJUQZATBLNEQ64NQ6RQ5IPVPSGFLCDSA")
        func readFile(_ path: String, _ limit: Int) throws(Failure) -> [UInt8] {
            throw Failure(.noInput, "no files here")
        }

        let spec = try ContractSpec(moduleOrSection: bytes)
        #expect(spec.functions[0].text == "increment(user: Address, value: u32) -> u32")

        let call = try spec.call(["increment", "--user", account, "--value", "5"], of: contract, readFile: readFile)
        guard case .named(let arguments) = spec.named(call) else {
            Issue.record("the call has no names")
            return
        }
        #expect(arguments[1].name == Array("value".utf8))
        #expect(arguments[1].value.text == "5")
    }
}
