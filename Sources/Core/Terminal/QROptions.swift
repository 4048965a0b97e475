// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
package import Stellar

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
        if qr { try QRPicture(content, options: pictures).draw(standardOutput: false) }
    }

    /// Writes and shows a signed list.
    ///
    /// - Parameters:
    ///   - document: the list, byte for byte.
    ///   - name: for the title of a page.
    package func show(list document: [UInt8], name: String, force: Bool) throws(Failure) {
        let content = QRContent.parted(ListResource.ur(of: document))
        try pictures.write(content, title: "Coldstar \(name)", force: force)
        if qr { try QRPicture(content, options: pictures).draw(standardOutput: false) }
    }
}

extension QROptions {
    /// The codes of a result with a document on each line; nil if none is requested.
    ///
    /// - Throws: if the requested codes cannot hold them.
    package func codes(of lines: [String]) throws(Failure) -> QRContent? {
        guard isWanted else { return nil }
        let content = try TransactionLines(Array(lines.joined(separator: "\n").utf8), origin: "the batch").codes()
        try check(content)
        return content
    }

    /// Writes and shows the requested codes.
    ///
    /// - Parameter name: for the title of a page.
    package func show(_ content: QRContent?, name: String, force: Bool) throws(Failure) {
        guard let content else { return }
        try pictures.write(content, title: "Coldstar \(name)", force: force)
        if qr { try QRPicture(content, options: pictures).draw(standardOutput: false) }
    }
}

extension PictureOptions {
    /// Writes the requested files; without any, draws on standard output.
    package func show(_ content: QRContent, title: String, force: Bool) throws(Failure) {
        guard areFiles else { return try QRPicture(content, options: self).draw(standardOutput: true) }
        try write(content, title: "Coldstar \(title)", force: force)
    }

    /// Says how many codes a batch has and how long they take to read. Other loops take seconds.
    func say(_ forecast: LoopForecast, of content: QRContent) {
        guard content.isBatch else { return }
        Console.message(Wording(forecast.text))
        guard forecast.isLong else { return }
        Console.message("that is slow: carry the file on a disk, or use --density high if the camera is good")
    }
}

extension DialectOptions {
    /// The content to show of a batch.
    package func content(of lines: TransactionLines) throws(Failure) -> QRContent {
        guard dialect == .coldstar else {
            throw Failure(
                .usage, "--dialect \(dialect.rawValue) has one transaction, but this is a batch",
                hint: "use --dialect coldstar")
        }
        return try lines.codes()
    }
}
