// SPDX-License-Identifier: Apache-2.0

/// The content to show as QR codes.
package enum QRContent: Hashable, Sendable {
    /// One text, in one code of whatever size it takes: a response, a link.
    case text(String)
    /// A UR that always stays in one part.
    case whole(UR)
    /// A UR that is split into parts if it is large.
    case parted(UR)
    /// Texts that belong together, such as LumenSigner's frames.
    case frames([String])

    /// Whether it is a batch, which can take minutes to read.
    package var isBatch: Bool { if case .parted(let ur) = self { ur.type == BatchResource.type } else { false } }
}
