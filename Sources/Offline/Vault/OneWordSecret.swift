// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar

/// Tells secret keys of the chains apart by their looks, so that one of another chain is refused with a clear reason.
enum OneWordSecret {
    /// The chain whose secret keys look like this; nil if none do.
    static func chain(of word: UnsafeRawBufferPointer) -> Chain? {
        if word.count == SeedText.length, word[0] | 0x20 == UInt8(ascii: "s") { return .stellar }
        if SecretHex.isHex(withoutPrefix(word), count: 32) { return .eip155 }
        if KeypairText.lengths.contains(word.count), KeypairText.isBase58(word) { return .solana }
        return nil
    }

    /// Whether it looks like what is public: an account of Stellar, or an address of another chain.
    ///
    /// - Parameter chain: the chain that is wanted. For Stellar only `G` decides: a truncated `S…` could pass for an address of Solana.
    static func isAddress(_ word: UnsafeRawBufferPointer, wanted chain: Chain) -> Bool {
        if word[0] == UInt8(ascii: "G"), chain == .stellar || word.count == SeedText.length { return true }
        if hasPrefix(word), SecretHex.isHex(withoutPrefix(word), count: EthereumAddress.length) { return true }
        return chain != .stellar && (32...44).contains(word.count) && KeypairText.isBase58(word)
    }

    /// The digits of a number that may begin with `0x`.
    static func withoutPrefix(_ word: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        hasPrefix(word) ? UnsafeRawBufferPointer(rebasing: word[2...]) : word
    }

    private static func hasPrefix(_ word: UnsafeRawBufferPointer) -> Bool {
        word.count > 2 && word[0] == UInt8(ascii: "0") && word[1] | 0x20 == UInt8(ascii: "x")
    }
}
