// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import Testing

/// The worked example of `Handoff.md`, and the figures of `docs/spec/qr.md`; change them together.
struct ExampleTests {
    @Test func `the example of the documentation works`() throws {
        let (text, account, signature) = (Sample.transaction.json.text(), Sample.alice, Sample.signature)
        let input = try HandoffInput.recognise(text)
        guard case .request(let request) = input.content, let envelope = request.envelope else {
            Issue.record("not a request")
            return
        }
        let network = Network(passphrase: request.networkPassphrase)

        let signatures = [ResponseSignature(publicKey: account, signature: signature)].compactMap { $0 }
        let response = SigningResponse(id: request.id, hash: envelope.hash(on: network), signatures: signatures)
        #expect(response == Sample.response(1))

        let code = try QRCode(response.ur.qrText)
        let picture = TerminalQR(code)
        let file = PNG.encode(code)
        #expect(picture.columns == 25 + 4 * code.version)
        #expect(picture.rows == 13 + 2 * code.version)
        #expect(try PNGReader(file).width == picture.columns * 8)
    }

    /// An envelope with one payment has 164 bytes (native asset) or 204; the rest of the request has a fixed length.
    @Test(arguments: [(164, 12), (204, 13)])
    func `a request with one payment needs the QR version stated in the specification`(envelope: Int, version: Int)
        throws
    {
        let length = envelope + Sample.bare.cbor.count - 148
        let ur = UR(type: SigningRequest.format, message: [UInt8](repeating: 0, count: length))
        #expect(try QRCode(ur.qrText).version == version)
    }
}
