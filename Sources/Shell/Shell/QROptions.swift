// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Faults
package import Handoff
package import Stellar
import TextCodec

/// QR codes of a result, in addition to the result: `--qr` on the terminal, `--png FILE` and others as files.
package struct QROptions: ParsableArguments {
    @Flag(help: "Show the result as QR codes on the terminal as well.")
    package var qr = false

    @OptionGroup package var pictures: PictureOptions

    package init() {}

    /// Whether any code is requested.
    package var isWanted: Bool { qr || pictures.areFiles }

    /// Checks that the pictures can be written, before anything irreversible is done.
    package func checkFree(beside output: OutputOptions) throws(Failure) {
        try pictures.checkFree(force: output.force, beside: output)
    }

    /// Checks that the requested codes can hold the content, before it is written anywhere else.
    package func check(_ content: QRContent) throws(Failure) { try pictures.check(content) }

    /// Writes and shows the requested codes.
    package func show(_ content: QRContent, hash: TransactionHash, force: Bool) throws(Failure) {
        try pictures.write(content, title: "Coldstar \(hash.hex)", force: force)
        if qr { try QRPicture(content, hash: hash, options: pictures).draw(standardOutput: false) }
    }

    /// Writes and shows a signed list.
    ///
    /// - Parameters:
    ///   - document: the list, byte for byte.
    ///   - name: for the files written if the terminal is too small; letters and digits.
    package func show(list document: [UInt8], name: String, force: Bool) throws(Failure) {
        let content = QRContent.parted(ListResource.ur(of: document))
        try pictures.write(content, title: "Coldstar \(name)", force: force)
        if qr { try QRPicture(content, name: name, options: pictures).draw(standardOutput: false) }
    }
}
