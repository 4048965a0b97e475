// SPDX-License-Identifier: Apache-2.0

/// What is to be shown as QR codes.
package enum QRContent: Hashable, Sendable {
    /// One text, in one code whatever its size: a response, a link.
    case text(String)
    /// A UR that always stays in one part.
    case whole(UR)
    /// A UR that is cut into parts where it is large.
    case parted(UR)
    /// Texts that belong together, such as LumenSigner's frames.
    case frames([String])
}
