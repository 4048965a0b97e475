// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import SafeFiles

/// The codes of a loop as picture files in a folder, named so that they sort in order.
enum FrameFolder {
    /// Checks that the folder is new or empty, because frames of two messages must not mix.
    static func checkFree(_ path: String) throws(Failure) {
        do { try SafeFiles.check(folder: path) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        guard SafeFiles.exists(path) else { return }
        let isEmpty = (try? SafeFiles.names(in: path).isEmpty) ?? false
        guard isEmpty else {
            throw Failure(
                .cannotCreate, "\(TerminalText.escape(path)) exists and is not an empty folder",
                hint: "give a new folder")
        }
    }

    static func write(_ loop: QRLoop, to path: String) throws(Failure) {
        try checkFree(path)
        do { try SafeFiles.createFolder(path) } catch { throw Failure(.cannotCreate, Wording(error.message)) }
        let digits = String(loop.count).count
        for place in 0..<loop.count {
            let number = String(place + 1)
            let name = "frame-" + String(repeating: "0", count: digits - number.count) + number + ".png"
            let code: QRCode
            do { code = try loop.code(at: place) } catch { throw Failure(.badInput, Wording(error.message)) }
            try OutputOptions.write(PNG.encode(code), to: path + "/" + name, replacing: false)
        }
    }
}
