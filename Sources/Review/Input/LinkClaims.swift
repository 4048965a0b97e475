// SPDX-License-Identifier: Apache-2.0

/// What a SEP-7 link says beside its transaction.
package struct LinkClaims: Hashable, Sendable {
    package var message: String?
    package var callback: String?
    package var originDomain: String?
    /// The fields that the link wants replaced before signing.
    package var replace: String?
    /// Whether the link's signature verifies under the key that the book has for the origin domain; nil when it is not
    /// signed or the book has no key.
    package var signatureVerifies: Bool?
    /// Whether the link named no network, so that SEP-7's default was taken.
    package var networkAssumed = false

    package init() {}
}
