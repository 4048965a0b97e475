// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch

/// Presses of Enter in the terminal of this process; none if standard input is not a terminal.
struct TerminalEnter: @unchecked Sendable {
    // Safe as Sendable: the source is only kept alive.
    private let source: (any DispatchSourceRead)?
    let presses: AsyncStream<Void>

    init() {
        // A few presses that come at once are one.
        let (presses, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.presses = presses
        guard isatty(STDIN_FILENO) != 0 else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "coldstar.desk.terminal"))
        source.setEventHandler {
            // The system would stop a process in the background that reads from its terminal.
            guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
                usleep(200_000)
                return
            }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count > 0, bytes.prefix(count).contains(UInt8(ascii: "\n")) { continuation.yield() }
            // The terminal has gone.
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { source.cancel() }
        }
        source.resume()
        self.source = source
    }
}
