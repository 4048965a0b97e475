// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
import SafeFiles

/// QR codes as files, and their appearance.
package struct PictureOptions: ParsableArguments {
    @Option(help: "Write one QR code to this PNG file (- is standard output).", completion: .file())
    package var png: String?

    @Option(help: "Write one QR code to this SVG file (- is standard output).", completion: .file())
    package var svg: String?

    @Option(help: "Write all the codes of a loop as PNG files into this new folder.", completion: .directory)
    package var frames: String?

    @Option(
        help: "Write a loop of codes as one HTML page, for any browser (- is standard output).", completion: .file())
    package var html: String?

    @Option(help: "The size of each code of a loop: low, normal (default), high, or 10 to 1000 bytes.")
    package var density: String?

    @Option(help: "Milliseconds between the codes of a loop (default 200).")
    package var interval: String?

    @Flag(name: .customLong("print"), help: "For paper: larger codes with more error correction.")
    package var forPaper = false

    package init() {}

    /// Whether any file is requested.
    package var areFiles: Bool { png != nil || svg != nil || frames != nil || html != nil }

    var correction: QRCode.Correction { forPaper ? .medium : .low }

    /// Checks that the files can be written and the options are valid, before anything irreversible is done.
    ///
    /// - Parameters:
    ///   - output: where the result itself goes.
    ///   - hasText: whether something else goes to standard output.
    package func checkFree(
        force: Bool, beside output: OutputOptions? = nil, hasText: Bool = false
    ) throws(Failure) {
        var seen: Set<String> = hasText ? ["-"] : []
        for path in [output.map { $0.path ?? "-" }, png, svg, html, frames].compactMap({ $0 })
        where !seen.insert(path).inserted {
            let place = path == "-" ? "standard output" : TerminalText.escape(path)
            throw Failure(.usage, "two outputs cannot both go to \(place)")
        }
        if png == "-", Console.outputIsTerminal {
            throw Failure(.usage, "--png -: standard output is a terminal", hint: "give a file")
        }
        for path in [png, svg, html].compactMap({ $0 }) where path != "-" {
            try OutputOptions.checkFree(path, force: force)
        }
        if frames == "-" { throw Failure(.usage, "--frames -: must be a folder") }
        if let frames { try FrameFolder.checkFree(frames) }
        _ = (try chosenDensity, try chosenInterval)
    }

    var chosenDensity: QRDensity {
        get throws(Failure) {
            guard let density else { return .normal }
            guard let found = QRDensity(density) else {
                throw Failure(
                    .usage,
                    "--density \(TerminalText.escape(density)): must be low, normal, high, or a number from 10 to 1000")
            }
            return found
        }
    }

    var chosenInterval: Int {
        get throws(Failure) {
            guard let interval else { return TerminalShow.usualInterval }
            guard let found = Int(interval), (100...2000).contains(found) else {
                throw Failure(.usage, "--interval \(TerminalText.escape(interval)): must be a number from 100 to 2000")
            }
            return found
        }
    }

    /// Checks that the requested files can hold the content.
    func check(_ content: QRContent) throws(Failure) {
        if png != nil || svg != nil { _ = try single(content) }
        if frames != nil || html != nil { _ = try loop(content) }
    }

    /// Writes the requested files.
    ///
    /// - Parameter title: the title of the HTML page.
    package func write(_ content: QRContent, title: String, force: Bool) throws(Failure) {
        if let png { try put(PNG.encode(try single(content)), png, force) }
        if let svg { try put(Array(SVG.encode(try single(content)).utf8), svg, force) }
        guard frames != nil || html != nil else { return }
        let loop = try loop(content)
        say(LoopForecast(loop, interval: try chosenInterval), of: content)
        if let frames { try FrameFolder.write(loop, to: frames) }
        if let html { try put(try page(loop, title), html, force) }
    }

    private func put(_ bytes: [UInt8], _ path: String, _ force: Bool) throws(Failure) {
        if path == "-" { return try Console.result(bytes) }
        try OutputOptions.write(bytes, to: path, replacing: force)
    }

    private func page(_ loop: QRLoop, _ title: String) throws(Failure) -> [UInt8] {
        let interval = try chosenInterval
        do {
            return Array(try QRPage.html(loop, title: title, interval: interval).utf8)
        } catch {
            throw Failure(.badInput, Wording(error.message))
        }
    }

    func loop(_ content: QRContent) throws(Failure) -> QRLoop {
        let density = try chosenDensity
        do {
            return try QRLoop(content, density: density, correction: correction)
        } catch {
            throw Self.failure(error, of: content)
        }
    }

    /// The failure for content that has no loop.
    static func failure(_ error: QRLoopError, of content: QRContent) -> Failure {
        let other = if case .parts(.tooManyParts) = error, content.isBatch { "use --density high, or " } else { "use " }
        return Failure(.badInput, Wording(error.message), hint: "\(other)a file instead of QR codes")
    }

    /// All of the content in one code of whatever size it takes.
    func single(_ content: QRContent) throws(Failure) -> QRCode {
        let text: String
        switch content {
        case .text(let only): text = only
        case .whole(let ur), .parted(let ur): text = ur.qrText
        case .frames(let texts):
            guard texts.count == 1 else {
                throw Failure(
                    .usage, "this needs \(texts.count) codes, not one", hint: "use --frames DIR or --html FILE")
            }
            text = texts[0]
        }
        do {
            return try QRCode(text, correction: correction)
        } catch {
            throw Failure(
                .badInput, "this does not fit one QR code: \(error.message)", hint: "use --frames DIR or --html FILE")
        }
    }
}
