// SPDX-License-Identifier: Apache-2.0

import TextCodec

extension Network {
    /// The network's name, or its escaped passphrase in quotes.
    package var label: String { name ?? "\"\(TerminalText.escape(passphrase))\"" }
}
