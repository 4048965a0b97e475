// SPDX-License-Identifier: Apache-2.0

import Codec
import Terminal

/// The user's pager: `$COLDSTAR_PAGER`, otherwise `$PAGER`. Only the online programs start another program.
package enum ExternalPager {
    /// Shows a text with the user's pager and waits until it ends.
    ///
    /// - Returns: false if none is set or it cannot be started; the text was not shown then.
    package static func show(_ text: String) -> Bool {
        guard let command = Environment["COLDSTAR_PAGER"] ?? Environment["PAGER"] else { return false }
        // As git does: leave if it fits the screen, keep colours and what was shown.
        setenv("LESS", "FRX", 0)
        // The pager must not inherit what these programs ignore.
        signal(SIGPIPE, SIG_DFL)
        let opened = popen(command, "w")
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = opened else { return false }
        // Ctrl-C is for the pager.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        // A reader that has seen enough ends the pager before the end of the text.
        fputs(text, pipe)
        let status = pclose(pipe)
        // The shell reports a command that it cannot start with 126 or 127.
        return status != -1 && ![126, 127].contains(status >> 8)
    }
}
