// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Building
import Codec

/// The options for a transaction's preconditions.
package struct ConditionOptions: ParsableArguments {
    @Option(help: "How long the transaction stays valid: 90s, 30m, 24h (default), 7d.")
    package var validFor: String?

    @Option(help: "Not valid before this time (a date, RFC 3339 or unix).")
    package var minTime: String?

    @Option(help: "Not valid after this time (a date, RFC 3339 or unix).")
    package var maxTime: String?

    @Flag(help: "No expiry: anyone with the signed transaction can submit it until its sequence number is used.")
    package var noExpiry = false

    @Option(help: "Not valid before this ledger.")
    package var minLedger: String?

    @Option(help: "Not valid in this ledger or later (maxLedger is exclusive).")
    package var maxLedger: String?

    @Option(help: "The lowest sequence number of the account at which it is valid (default: its own number less one).")
    package var minSeqNum: String?

    @Option(help: "Valid only when the account's sequence number is at least this old: 90s, 30m, 24h, 7d.")
    package var minSeqAge: String?

    @Option(help: "Valid only when the account's sequence number is at least this many ledgers old.")
    package var minSeqLedgerGap: String?

    @Option(help: "An extra signer that the transaction requires: G..., T..., X... or P...; at most two.")
    package var extraSigner: [String] = []

    package init() {}

    package var texts: FieldTexts {
        var texts = FieldTexts()
        (texts[.validFor], texts[.minTime], texts[.maxTime]) = (validFor, minTime, maxTime)
        texts.set(.noExpiry, isOn: noExpiry)
        (texts[.minLedger], texts[.maxLedger]) = (minLedger, maxLedger)
        (texts[.minSeqNum], texts[.minSeqAge], texts[.minSeqLedgerGap]) = (minSeqNum, minSeqAge, minSeqLedgerGap)
        texts.set(.extraSigner, extraSigner)
        return texts
    }
}
