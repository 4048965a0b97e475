// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct SignatureTextTests {
    private static let bytes = (0..<64).map { UInt8($0 * 3) }

    @Test func `reads base64 and hexadecimal digits in either case`() throws {
        let digits = Hex.encode(Self.bytes)
        for text in [Base64.encode(Self.bytes), digits, digits.uppercased()] {
            #expect(try SignatureText.decode(text) == Self.bytes)
        }
    }

    @Test(arguments: [0, 1, 32, 63, 65, 96])
    func `rejects another number of bytes than 64 and says how many`(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(throws: SignatureTextError.wrongLength(count)) { try SignatureText.decode(Base64.encode(bytes)) }
        if count > 0 { #expect(throws: SignatureTextError.self) { try SignatureText.decode(Hex.encode(bytes)) } }
        #expect(SignatureTextError.wrongLength(count).message.contains("64 bytes"))
    }

    @Test(arguments: [
        "not base64", "0x" + String(repeating: "ab", count: 64), String(repeating: "zz", count: 63) + "-", " ",
    ])
    func `rejects other text and names both forms`(text: String) {
        let error = #expect(throws: SignatureTextError.self) { try SignatureText.decode(text) }
        #expect(error?.message.contains("base64") == true && error?.message.contains("hexadecimal") == true)
    }
}
