// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff

/// QR codes on a terminal: a single one that stays, or a loop that runs until the user ends it.
package struct QRPicture {
    private let content: QRContent
    private let options: PictureOptions

    package init(_ content: QRContent, options: PictureOptions) {
        self.content = content
        self.options = options
    }

    /// Draws one code if the terminal has room for it, else runs a loop of smaller ones.
    ///
    /// - Parameter standardOutput: whether one code goes to standard output as the result, or to standard error beside
    ///   it.
    /// - Throws: `.usage` if the terminal is too small for the smallest codes, and they are the result; beside another
    ///   result, which is complete without them, that is only said.
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
        switch try show(size) {
        case .success(let show): try play(show)
        case .failure(.loop(let error)): throw PictureOptions.failure(error, of: content)
        case .failure(.tooSmall(let columns, let rows)):
            let need: Wording =
                "the QR codes need a terminal of \(columns) columns by \(rows) rows; this one is \(size.columns) by \(size.rows)"
            let way: Wording = "enlarge the terminal, or use --png FILE, --html FILE or --frames DIR"
            guard standardOutput else { return Console.message("\(need): \(way)") }
            throw Failure(.usage, need, hint: way)
        }
    }

    private func show(_ size: (columns: Int, rows: Int)) throws(Failure) -> Result<TerminalShow, TerminalShowError> {
        let (density, interval) = (try options.chosenDensity, try options.chosenInterval)
        return Result { () throws(TerminalShowError) in
            try TerminalShow(
                content, columns: size.columns, rows: size.rows, density: density, interval: interval,
                correction: options.correction, colours: Console.hasColours)
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

    private func play(_ show: TerminalShow) throws(Failure) {
        if content.isBatch {
            options.say(show.forecast, of: content)
            guard try Question.ask("press Enter to show the codes, or type q to leave: ").isEmpty else { return }
        }
        try TerminalPlayer.play(show)
    }
}
