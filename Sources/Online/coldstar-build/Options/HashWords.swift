// SPDX-License-Identifier: Apache-2.0

import Shell
import Stellar

/// A hash and its check words on standard error, to compare with the signer's screen.
enum HashWords {
    static func say(_ hash: TransactionHash) {
        Console.say("hash      \(hash.hex)")
        Console.say("words     \(CheckWords.text(of: hash))")
        Console.say("          check words: compare with the signer's screen (not a seed phrase)")
    }
}
