// SPDX-License-Identifier: Apache-2.0

extension KeySeal {
    /// Maximum number of other keys in a seal.
    private static let mostAccepted = 100

    /// Adds other keys whose journal lines this key accepts from now on.
    mutating func accept(_ others: [AcceptedKey]) {
        for other in others where !accepted.contains(other) { accepted.append(other) }
        accepted = accepted.suffix(Self.mostAccepted)
    }

    /// Whether a user has reviewed an unproven line.
    func hasSettled(_ line: Int) -> Bool {
        line <= journalLines && unproven.contains(line) && !unseen.contains(line)
    }

    /// Stores the first reading of each boot. If later ones replaced it, the clock could be moved forward a little with every signature.
    mutating func note(_ reading: ClockReading?) {
        guard let reading, clock?.boot != reading.boot else { return }
        clock = reading
    }
}
