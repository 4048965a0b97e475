// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import SafeFiles
package import Stellar

/// QR codes on a terminal: a single one that stays, or a loop that runs until the user ends it.
package struct QRPicture {
    private let content: QRContent
    private let name: String
    private let options: PictureOptions

    /// - Parameter hash: names the files written if the terminal is too small.
    package init(_ content: QRContent, hash: TransactionHash, options: PictureOptions) {
        self.init(content, name: String(hash.hex.prefix(8)), options: options)
    }

    /// - Parameter name: names the files written if the terminal is too small; letters and digits.
    package init(_ content: QRContent, name: String, options: PictureOptions) {
        self.content = content
        self.name = name
        self.options = options
    }

    /// Draws one code if the terminal has room for it, else runs a loop of smaller ones. If even these do not fit,
    /// reports the size needed and writes a file into the current folder.
    ///
    /// - Parameter standardOutput: whether one code goes to standard output as the result, or to standard error beside
    ///   it.
    package func draw(standardOutput: Bool) throws(Failure) {
        let isTerminal = standardOutput ? Console.outputIsTerminal : Console.errorIsTerminal
        guard isTerminal, let size = Console.size else {
            return try putPlain(standardOutput)
        }
        let loop = try options.loop(content)
        if loop.count == 1, loop.width <= size.columns, (loop.width + 1) / 2 < size.rows {
            guard Console.hasColours else { return try putPlain(standardOutput) }
            return try put(TerminalQR(try options.single(content)), standardOutput)
        }
        guard isLoop || loop.count > 1 else { return try tooSmall(loop.width, (loop.width + 1) / 2 + 1) }
        try play(size)
    }

    /// Whether the content can be shown as several codes.
    private var isLoop: Bool {
        switch content {
        case .text, .whole: false
        case .parted: true
        case .frames(let texts): texts.count > 1
        }
    }

    private func put(_ drawing: TerminalQR, _ standardOutput: Bool) throws(Failure) {
        let text = drawing.lines.joined(separator: "\n")
        if standardOutput { try Console.result(line: text) } else { Console.diagnostic(Wording(text)) }
    }

    /// Draws without escape sequences, for output that is not a terminal or must not have colors.
    private func putPlain(_ standardOutput: Bool) throws(Failure) {
        try put(TerminalQR(try options.single(content), colours: false), standardOutput)
        guard standardOutput || !Console.hasColours else { return }
        Console.message("without colors the code is for a dark screen; use --png FILE for a picture")
    }

    private func play(_ size: (columns: Int, rows: Int)) throws(Failure) {
        let (density, interval) = (try options.chosenDensity, try options.chosenInterval)
        let show: TerminalShow
        do {
            show = try TerminalShow(
                content, columns: size.columns, rows: size.rows, density: density, interval: interval,
                correction: options.correction, colours: Console.hasColours)
        } catch {
            switch error {
            case .tooSmall(let columns, let rows): return try tooSmall(columns, rows)
            case .loop(let error): throw PictureOptions.failure(error, of: content)
            }
        }
        if content.isBatch {
            options.say(show.forecast, of: content)
            guard try Question.ask("press Enter to show the codes, or type q to leave: ").isEmpty else { return }
        }
        try TerminalPlayer.play(show)
    }

    private func tooSmall(_ columns: Int, _ rows: Int) throws(Failure) {
        let path: String
        if content.isBatch {
            throw Failure(
                .usage, "the QR codes need a terminal of at least \(columns) columns by \(rows) rows",
                hint: "use --html FILE or --frames DIR, or enlarge the terminal")
        }
        if let code = try? options.single(content) {
            path = Self.free { "coldstar-\(name)\($0).png" }
            try OutputOptions.write(PNG.encode(code), to: path, replacing: false)
        } else {
            path = Self.free { "coldstar-\(name)-frames\($0)" }
            try FrameFolder.write(try options.loop(content), to: path)
        }
        let size = Console.size.map { "; this one is \($0.columns) by \($0.rows)" } ?? ""
        Console.message("the QR code needs a terminal of \(columns) columns by \(rows) rows\(size): written to \(path)")
    }

    /// An unused name: earlier files are kept, and the new one is not lost.
    private static func free(_ name: (String) -> String) -> String {
        var (path, number) = (name(""), 1)
        while SafeFiles.exists(path), number < 1000 {
            number += 1
            path = name("-\(number)")
        }
        return path
    }
}
