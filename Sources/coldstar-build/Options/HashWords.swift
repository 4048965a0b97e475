// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar

/// A hash and its words on standard error, to be compared with what the signer shows.
enum HashWords {
    /// - Parameter what: what the words name: `transaction`.
    static func say(_ hash: TransactionHash, of what: String) {
        Console.say("hash      \(hash.hex)")
        Console.say("words     \(CheckWords.text(of: hash))")
        Console.say("          (these words name the \(what), they are no seed; the signer shows the same)")
    }
}
