// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
import StellarXDR
import Testing

/// Files that are signed in minisign's format.
struct FileTests {
    private func asked(_ change: (inout Scenario) -> Void) -> Scenario {
        Scenario {
            $0.setUp = { $0.key = SigningKey(alice.account) }
            change(&$0)
        }
    }

    private func reviewed(_ file: FileStatement) -> ReviewedItem { asked { $0.subject = .file(file) }.reviewed }

    @Test func `signs the BLAKE2b-512 of the content, then that signature and the comment`() throws {
        let file = statement("content", name: "SHA256SUMS", comment: "version 1")
        let signed = try reviewed(file).approve().signed(by: alice)
        let key = alice.account.key.bytes
        #expect(signed.hash == nil && signed.envelope == nil && file.blake2b.count == 64)
        #expect(Ed25519.verify(signed.signature, message: file.blake2b, publicKey: key))
        let second = try #require(signed.commentSignature)
        #expect(Ed25519.verify(second, message: signed.signature + Array("version 1".utf8), publicKey: key))
        #expect(!Ed25519.verify(second, message: signed.signature + Array("version 2".utf8), publicKey: key))
    }

    @Test func `no signature of a file is one of a hash`() throws {
        let file = statement("content")
        let signed = try reviewed(file).approve().signed(by: alice)
        let key = alice.account.key.bytes
        for message in [
            file.sha256.bytes, SHA256.hash(file.blake2b), Array(file.blake2b.prefix(32)), Array("content".utf8),
        ] {
            #expect(!Ed25519.verify(signed.signature, message: message, publicKey: key))
            #expect(!Ed25519.verify(try #require(signed.commentSignature), message: message, publicKey: key))
        }
    }

    @Test func `only a file has a second signature`() throws {
        let message = asked { $0.subject = .message(Array("hello".utf8)) }.reviewed
        let holds = Set(message.review.holds.compactMap { $0.passed(byTyping: $0.value) })
        #expect(try message.approve(holdsPassed: holds).signed(by: alice).commentSignature == nil)
    }

    @Test(arguments: ["", "two\nlines", "tab\there", "caf\u{e9}", "bell\u{7}", String(repeating: "x", count: 501)])
    func `rejects a comment that is not one line of printable ASCII`(_ comment: String) {
        #expect(FileStatement(name: "a", content: [], comment: comment) == nil)
    }

    @Test func `the default comment names the file`() {
        #expect(statement("", name: "SHA256SUMS").comment == "file:SHA256SUMS")
        #expect(FileStatement(name: "two\nlines", content: [], comment: nil) == nil)
        #expect(FileStatement(name: "two\nlines", content: [], comment: "c")?.name == "two\nlines")
    }

    @Test func `the review shows name, size, hashes and comment`() throws {
        let file = statement("content", name: "two\nlines", comment: "version 1")
        let text = ReviewText.of(reviewed(file).review, full: true)
        for part in ["two\\x0alines", "7 bytes", "version 1", "W-FILE"] { #expect(text.contains(part), "\(part)") }
        let plain = text.filter { !$0.isWhitespace }
        #expect(plain.contains(Hex.encode(file.sha256.bytes)) && plain.contains(Hex.encode(file.blake2b)))
        let json = ReviewJSON.document(reviewed(file).review)
        #expect(json["kind"] == "file" && json["bytes"] == 7 && json["comment"] == "version 1")
        #expect(json["sha256"] == .string(Hex.encode(file.sha256.bytes)))
    }

    @Test func `has the BLAKE2b-512 of the specification`() {
        // RFC 7693, appendix A.
        let expected = """
            ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
            7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
            """
        #expect(Hex.encode(BLAKE2b512.hash(Array("abc".utf8))) == expected)
    }
}

/// A file with this content.
func statement(_ content: String, name: String = "file.txt", comment: String? = nil) -> FileStatement {
    guard let file = FileStatement(name: name, content: Array(content.utf8), comment: comment) else {
        preconditionFailure("a valid comment")
    }
    return file
}
