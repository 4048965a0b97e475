// SPDX-License-Identifier: Apache-2.0

/// The maximum sizes of the parts of a document, in bytes; enough for any honest one.
package enum Limits {
    /// A whole input. The largest transactions (Soroban) take about 130 kB in base64, and ten times that in txrep.
    package static let input = 4 << 20
    /// An envelope in a document.
    package static let envelope = 1 << 20
    package static let networkPassphrase = 256
    package static let note = 1000
    /// The number of signers of a request and of signatures of a response; an envelope has no room for more signatures.
    package static let signers = 20
    /// The last second of the year 9999; later times have no text form.
    package static let latest: UInt64 = 253_402_300_799
    /// A message to be signed.
    package static let message = 1 << 16
    /// An authorization entry.
    package static let entry = 1 << 17
    /// The other authorization entries of a transaction.
    package static let siblings = 100
    /// The context rules of an account, one for each call of an entry.
    package static let contextRules = 100
    /// The contracts whose names a request brings.
    package static let contracts = 20
    /// A contract's code or spec, a little more than the network accepts.
    package static let code = 1 << 18
    /// A domain name, with a port.
    package static let domain = 260
    package static let endpoint = 2048
    /// The hints, written as JSON.
    package static let hints = 1 << 18
}
