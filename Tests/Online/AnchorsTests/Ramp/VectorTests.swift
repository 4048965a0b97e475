// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Anchors

/// meso-js' own verdicts. Where it accepts, Coldstar may be stricter only by a rule that is named as its own.
struct VectorTests {
    private func check(_ row: JSON, _ expected: JSON, _ presentation: RampPresentation) {
        let name = row["name"]?.asString ?? ""
        do {
            _ = try RampConfiguration(row["config"] ?? .null, presentation)
            #expect(expected["accepted"] == true, "\(name)")
        } catch {
            if expected["accepted"] == true {
                #expect(row["origin"] == "extra", "\(name)")
                #expect(error.first.origin == .coldstar || name.contains("toString"), "\(name): \(error.first.message)")
            } else {
                #expect(error.first.origin == .mesoJS, "\(name)")
                #expect(error.first.reason.rawValue == expected["kind"]?.asString, "\(name)")
                #expect(error.first.message == expected["message"]?.asString, "\(name)")
            }
        }
    }

    @Test(arguments: Vectors.rows("configurations"))
    func `judges an embedded configuration as meso-js`(row: JSON) {
        check(row, row["expect"] ?? .null, .embedded)
    }

    @Test(arguments: Vectors.rows("configurations"))
    func `judges an inline configuration as meso-js`(row: JSON) {
        let inline = row["inline"] ?? .null
        check(row, inline == "same" ? row["expect"] ?? .null : inline, .inline)
    }

    @Test func `accepts most of what meso-js accepts`() {
        let accepted = Vectors.rows("configurations").filter { $0["expect"]?["accepted"] == true }
        let mine = accepted.filter { (try? RampConfiguration($0["config"] ?? .null, .embedded)) != nil }
        #expect(accepted.count > 15)
        #expect(accepted.count - mine.count == 2, "headless, and a name of the prototype chain")
    }

    @Test(arguments: Vectors.rows("messages"))
    func `judges a message as meso-js`(row: JSON) {
        let message = RampMessage(row["message"] ?? .null)
        #expect((message != nil) == (row["valid"] == true))
        if let message { #expect(RampMessage(message.json) == message, "what is written reads back") }
    }

    @Test(arguments: Vectors.rows("rawMessages"))
    func `reads the text of a message as meso-js`(row: JSON) {
        switch RampInbound(raw: row["raw"]?.asString ?? "") {
        case .malformed(let fault):
            #expect(row["ok"] == false)
            #expect(row["error"]?.asString == fault.message)
        case .message, .targeted: #expect(row["ok"] == true)
        }
    }
}
