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

    /// Whether the picture could be made, asked before anything is done that cannot be undone.
    package func checkFree(force: Bool) throws(Failure) {
        if let png { try OutputOptions.checkFree(png, force: force) }
    }

    package func show(_ request: SigningRequest, hash: TransactionHash, force: Bool) throws(Failure) {
        try show(request.ur.qrText, hash: hash, force: force)
    }

    package func show(_ response: SigningResponse, force: Bool) throws(Failure) {
        try show(response.ur.qrText, hash: response.hash, force: force)
    }

    private func show(_ text: String, hash: TransactionHash, force: Bool) throws(Failure) {
        guard qr || png != nil else { return }
        let picture = try QRPicture(text, hash: hash)
        if let png { try picture.write(to: png, replacing: force) }
        if qr { try picture.draw(standardOutput: false) }
    }
}
