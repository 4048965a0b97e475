// SPDX-License-Identifier: Apache-2.0

extension KeySeal {
    /// As many other keys as a seal has room for.
    private static let mostAccepted = 100

    /// Believes other keys' journal lines from now on.
    mutating func accept(_ others: [AcceptedKey]) {
        for other in others where !accepted.contains(other) { accepted.append(other) }
        accepted = accepted.suffix(Self.mostAccepted)
    }

    /// Whether a person has looked at an unproven line.
    func hasSettled(_ line: Int) -> Bool {
        line <= journalLines && unproven.contains(line) && !unseen.contains(line)
    }

    /// Keeps the first reading of each start of the machine: were it the last, a clock could be moved on a little with every
    /// signature.
    mutating func note(_ reading: ClockReading?) {
        guard let reading, clock?.boot != reading.boot else { return }
        clock = reading
    }
}
