// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import CommandLine
import Handoff
import Terminal

/// Where and how the requests of a batch are written.
struct BatchOutput {
    private let isDocument: Bool
    private let asDocuments: Bool
    private let output: OutputOptions
    private let qr: QROptions

    /// - Parameters:
    ///   - isDocument: whether to write requests; otherwise envelopes.
    ///   - asDocuments: whether to print a document for each request.
    init(isDocument: Bool, asDocuments: Bool, _ output: OutputOptions, _ qr: QROptions) {
        (self.isDocument, self.asDocuments, self.output, self.qr) = (isDocument, asDocuments, output, qr)
    }

    /// Builds and records the requests, and writes them, one a line.
    ///
    /// - Throws: an error also if the payers cannot spend enough, after the table of what is missing.
    func handOver(_ job: BatchJob, events: (BatchJob.Event) -> Void) throws(Failure) {
        let outcome = try job.run(events: events) { requests throws(Failure) in
            let prepared = try Prepared(requests, isDocument: isDocument, qr)
            try output.checkFree(as: prepared.name)
            return prepared
        } deliver: { requests, prepared throws(Failure) in
            try deliver(requests, prepared)
            return prepared.codes
        }
        switch outcome {
        case .shortage(let shortage): throw try refusal(shortage)
        case .built(let requests, let codes):
            Notices.show(requests.facts)
            try qr.show(codes, name: "batch", force: output.force)
        }
    }

    /// What is written and shown of the requests.
    private struct Prepared {
        let texts: [String]
        let name: HandoffName
        /// Nil if no codes are wanted.
        let codes: QRContent?

        init(_ requests: BatchRequests, isDocument: Bool, _ qr: QROptions) throws(Failure) {
            texts = requests.texts(isDocument: isDocument)
            name = requests.name(isDocument: isDocument)
            codes = try qr.codes(of: texts)
        }
    }

    /// Shows what is missing; returns the error to end with.
    private func refusal(_ shortage: BatchShortage) throws(Failure) -> Failure {
        for line in shortage.text.flatMap(TextLayout.error.lines) { Console.diagnostic(Wording(line)) }
        if asDocuments { try Console.result(document: shortage.document, pretty: false) }
        return shortage.failure
    }

    /// Writes the recorded requests, one per line.
    private func deliver(_ requests: BatchRequests, _ prepared: Prepared) throws(Failure) {
        let texts = prepared.texts
        guard !output.isStandard else {
            return try requests.writeEach { index throws(Failure) in
                let document = requests.document(index, ("transaction", texts[index]))
                try output.deliver(asDocuments ? Console.text(of: document, pretty: false) : texts[index])
            }
        }
        let path = try requests.write { () throws(Failure) in
            try output.deliver(texts.joined(separator: "\n"), as: prepared.name)
        }
        guard let path else { return }
        if asDocuments {
            for index in texts.indices {
                try Console.result(document: requests.document(index, ("file", path)), pretty: false)
            }
        }
        if output.isFolder { Console.message("written to \(TerminalText.escape(path))") }
    }
}
