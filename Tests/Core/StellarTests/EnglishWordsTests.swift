// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Testing

struct EnglishWordsTests {
    private func index(of word: some Collection<UInt8>) -> Int? {
        Array(word).withUnsafeBytes { EnglishWords.index(of: $0) }
    }

    @Test func `matches the BIP-39 word list`() {
        let text = (0..<EnglishWords.count).map { EnglishWords.word(at: $0) + "\n" }.joined()
        let hash = Hex.encode(SHA256.hash(Array(text.utf8)))
        #expect(hash == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
    }

    @Test func `finds the index of every word`() {
        #expect((0..<EnglishWords.count).allSatisfy { index(of: EnglishWords.word(at: $0).utf8) == $0 })
    }

    @Test(arguments: [
        "", "a", "aban", "abandonx", "Abandon", "ABANDON", "zo", "zoo ", " zoo", "zooo", "zzz", "aaaaaaaaa", "kіnd",
    ])
    func `finds no index for anything but a whole word`(text: String) {
        #expect(index(of: text.utf8) == nil)
    }

    @Test func `does not accept a word without its last letter`() {
        for word in (0..<EnglishWords.count).map({ EnglishWords.word(at: $0) }) {
            let found = index(of: word.utf8.dropLast())
            #expect(found == nil || EnglishWords.word(at: found!) == word.dropLast(), "\(word)")
        }
    }

    @Test func `finds no index for bytes that are not text`() {
        #expect(index(of: [0]) == nil)
        #expect(index(of: [0xff]) == nil)
        #expect(index(of: [UInt8](repeating: 0x20, count: 8)) == nil)
    }
}
