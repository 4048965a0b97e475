// SPDX-License-Identifier: Apache-2.0

/// How large the parts of a document may be, in bytes; enough for every honest one.
package enum Limits {
    /// A whole input. The largest transactions (Soroban) take about 130 kB in base64, and ten times as much as txrep.
    package static let input = 4 << 20
    /// An envelope in a document.
    package static let envelope = 1 << 20
    package static let networkPassphrase = 256
    package static let note = 1000
    /// Signers of a request and signatures of a response; an envelope has room for no more signatures.
    package static let signers = 20
    /// A message that is signed.
    package static let message = 1 << 16
    /// A domain name, with a port.
    package static let domain = 260
    package static let endpoint = 2048
    /// The hints, written as JSON.
    package static let hints = 1 << 18
}
