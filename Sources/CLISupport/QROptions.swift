// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Handoff
package import Stellar
import TextCodec

/// A result as a picture beside the result: `--qr` on the terminal, `--png FILE`.
package struct QROptions: ParsableArguments {
    @Flag(help: "Show the result as a QR code on the terminal as well.")
    package var qr = false

    @Option(help: "Write the result as a QR code to this PNG file as well.")
    package var png: String?

    package init() {}

    package func show(_ request: SigningRequest, hash: TransactionHash) throws(Failure) {
        try show(request.ur.qrText, hash: hash)
    }

    package func show(_ response: SigningResponse) throws(Failure) {
        try show(response.ur.qrText, hash: response.hash)
    }

    private func show(_ text: String, hash: TransactionHash) throws(Failure) {
        guard qr || png != nil else { return }
        let picture = try QRPicture(text, hash: hash)
        if let png { try picture.write(to: png) }
        if qr { try picture.draw(standardOutput: false) }
    }
}
