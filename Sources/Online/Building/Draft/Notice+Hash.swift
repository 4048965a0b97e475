// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
package import Stellar

extension Notice {
    /// A hash and its check words, to compare with the signer's screen.
    package static func identity(of hash: TransactionHash) -> [Notice] {
        [
            .fact(.hash, Wording(hash.hex)), .fact(.words, Wording(CheckWords.text(of: hash))),
            .more(.words, "check words: compare with the signer's screen (not a seed phrase)"),
        ]
    }
}
