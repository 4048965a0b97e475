// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Stellar

/// The present time: the machine's clock, or `--now TIME` on a machine without a trusted clock.
package struct NowOption: ParsableArguments {
    @Option(help: "The present, as RFC 3339 or unix time (default: this machine's clock).")
    package var now: String?

    package init() {}

    package func time() throws(Failure) -> Timestamp {
        guard let now else { return Self.clock() }
        guard let time = Timestamp(now) else {
            throw Failure(
                .badInput, "--now \(TerminalText.escape(now)) is not a time",
                hint: "write 2026-11-21T09:00:00Z or unix seconds")
        }
        return time
    }

    /// The machine's clock.
    package static func clock() -> Timestamp { Timestamp(UInt64(max(0, systemSeconds()))) }
}

private func systemSeconds() -> Int { time(nil) }
