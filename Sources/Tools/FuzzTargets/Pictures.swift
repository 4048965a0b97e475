// SPDX-License-Identifier: Apache-2.0

import Scan

/// Pictures, and the contents of their codes.
enum Pictures {
    /// The largest picture that a fuzzer can scan quickly.
    private static let mostPixels = 500_000

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let image = try? ImageFile.decode(input) else { return false }
        try BrokenPromise.unless(
            image.pixels.count == image.width * image.height, "a picture is not a full rectangle")
        guard image.pixels.count <= mostPixels, let reader = CodeReader() else { return true }
        var session = ScanSession()
        for code in reader.codes(in: image) { _ = try take(code, &session) }
        return true
    }

    /// Lines, each as the text of a scanned code.
    static func acceptsCodes(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        var session = ScanSession()
        var isAccepted = false
        for code in input.split(separator: UInt8(ascii: "\n")) {
            let isHandoff = try take(Array(code), &session)
            isAccepted = isAccepted || isHandoff
        }
        return isAccepted
    }

    /// Checks that output and notes are printable.
    private static func take(_ code: [UInt8], _ session: inout ScanSession) throws(BrokenPromise) -> Bool {
        switch try? session.receive(code) {
        case .handoff(let lines):
            let isPlain = lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } }
            try BrokenPromise.unless(isPlain, "something else than printable ASCII comes out")
            return true
        case .note(let text):
            let isPlain = text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            try BrokenPromise.unless(isPlain, "something else than printable ASCII is told")
            return false
        default: return false
        }
    }
}
