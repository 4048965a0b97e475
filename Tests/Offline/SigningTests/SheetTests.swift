// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Testing
import Vault

@testable import Signing

/// Sheets to print.
struct SheetTests {
    private let account = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
    private let hostile = "<script>alert(\"x\")</script>&'"

    @Test func `text gets into a page only escaped`() throws {
        let sheet = Sheet(
            hostile,
            [
                .heading(hostile), .text(Wording(hostile)), .fact(hostile, Wording(hostile)),
                .address(name: hostile, account, notes: [Wording(hostile)]), .blanks([hostile]),
                .command(.sign(.restoreVault(from: hostile))), .pageBreak,
            ])
        let page = try sheet.html(in: PlainStyle())
        #expect(!page.contains("<script") && !page.contains("alert(\"x\")"))
        #expect(page.count(of: "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;") == 11)
    }

    @Test func `a page neither loads nor runs anything`() throws {
        let page = try Sheet("Sheet", [.address(name: "alice", account, notes: [])]).html(in: PlainStyle())
        for word in ["src=", "href=", "url(", "@import", "<script", "<link", "<img", "<iframe", "://"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
    }

    @Test(arguments: [
        ("GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6", [34, 34]),
        ("EfMyugvKBr7JPsxFTUE7Z67sBNJj9NWCRbyt9p7fojBN", [34, 19]),
        ("0x9858EfFD232B4033E47d90003D41EC34EcaEda94", [34, 17]),
        ("", []), ("abc", [3]), ("abcd", [4]), ("abcde", [6]),
    ])
    func `an address stands in groups of four characters`(address: String, lengths: [Int]) {
        let lines = Sheet.lines(of: address)
        #expect(lines.map(\.utf8.count) == lengths)
        #expect(lines.joined().filter { $0 != " " } == address)
    }

    @Test(arguments: [1, 3, 12, 14, 20, 24, 33, 59]) func `each box has its number once`(count: Int) throws {
        let sheet = Sheet("Sheet", [.boxes(count)])
        let text = sheet.text(in: PlainStyle())
        let page = try sheet.html(in: PlainStyle())
        for number in 1...count {
            #expect(text.split(whereSeparator: { $0 == " " || $0 == "\n" }).count { $0 == "\(number)" } == 1)
            #expect(page.count(of: "<li><b>\(number)</b></li>") == 1)
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
    }

    @Test func `a digest stands in one piece`() throws {
        let sheet = Sheet("Sheet", [.digest("digest", [UInt8](repeating: 0xab, count: 32))])
        let digits = String(repeating: "ab", count: 32)
        #expect(sheet.text(in: PlainStyle()).contains("digest      \(digits)\n"))
        #expect(try sheet.html(in: PlainStyle()).contains(">\(digits)<"))
    }

    @Test func `long text is broken between words`() {
        let text = Sheet("Sheet", [.text(Wording(String(repeating: "word ", count: 99))), .text(Wording(""))])
            .text(in: PlainStyle())
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 } && text.count(of: "word") == 99)
    }
}

extension String {
    fileprivate func count(of word: String) -> Int { ranges(of: word).count }
}
