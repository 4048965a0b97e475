// SPDX-License-Identifier: Apache-2.0

import Codec
package import Vault

/// The texts for drawing a key from the user's rolls and the machine's randomness, in the order in which they are
/// shown. With them the user can check that the machine fixed its part before it knew the rolls.
package enum DiceText {
    /// What dice are for, above the question whether to roll them.
    package static let offer = """
        The words come from this machine's random generator. With dice you need not trust it alone: it commits to its part, \
        you roll at least \(Dice.fewest) times, and both parts together give the words. Later you can recompute them on another machine.
        """

    package static let offerQuestion = "to roll dice, type yes; to go on without, press Enter: "

    /// Whether the user wants to roll dice; nil for an answer that does not say.
    package static func wantsDice(_ answer: String) -> Bool? {
        switch answer.lowercased() {
        case "", "n", "no": false
        case "y", "yes": true
        default: nil
        }
    }

    /// The machine's commitment, before the rolls.
    package static func commitment(of dice: borrowing Dice) -> String {
        "The machine has drawn its part; its SHA-256 is \(Hex.encode(dice.commitment))"
    }

    /// Asks for a line of rolls.
    package static func question(after rolls: borrowing Dice.Rolls) -> String {
        rolls.count == 0
            ? "at least \(Dice.fewest) rolls, digits only: "
            : "\(rolls.count) roll\(rolls.count == 1 ? "" : "s"), "
                + (rolls.missing > 0 ? "at least \(rolls.missing) more: " : "type more, or press Enter to go on: ")
    }

    /// Above the machine's part, on a screen of its own.
    package static let heading = "The machine's random part, secret like the words. " + check

    /// Above and below the machine's part, without a screen.
    package static let shortHeading = "The machine's part, secret like the words:"
    package static let check =
        "To check: the SHA-256 of it followed by the rolls, without a line feed, starts with the entropy of the words."
}
