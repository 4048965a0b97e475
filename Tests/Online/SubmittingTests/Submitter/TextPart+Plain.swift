// SPDX-License-Identifier: Apache-2.0

import Codec
import Terminal

extension [TextPart] {
    /// The lines as the command line writes them without a terminal.
    var plain: [String] { flatMap(TextLayout.unbroken.lines) }
}
