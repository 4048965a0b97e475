// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

/// Text of others in a command to copy: a shell passes it on as one word and runs nothing of it.
struct ShellWordTests {
    @Test(arguments: [
        "x;touch${IFS}owned|sh", "$(touch owned)", "`touch owned`", "x y", "-x", "=ls", "~", "a&b", "a>b", "a#b", "a*b",
        "a\"b",
        "a\\b", "!!", "",
    ])
    func `quotes what a shell would not read as it stands`(text: String) {
        #expect(ShellWord.quoted(text) == "'\(text.replacing("\\", with: "\\\\"))'")
    }

    @Test func `closes and opens the quotes around a quote, and escapes what does not print`() {
        #expect(ShellWord.quoted("x'; touch owned; '") == "'x'\\''; touch owned; '\\'''")
        #expect(ShellWord.quoted("x\ntouch owned") == "'x\\x0atouch owned'")
    }

    @Test(arguments: ["w1", "i-1.2:3_4", "a/b@c%d+e=f,g"])
    func `leaves a plain word as it is`(text: String) {
        #expect(ShellWord.quoted(text) == text)
    }
}
