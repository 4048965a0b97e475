// SPDX-License-Identifier: Apache-2.0

/// The type and size of an uploaded file. The practice anchor does not keep the bytes.
struct UploadedFile: Hashable, Sendable {
    /// The content type according to the first bytes, whatever the client says.
    let contentType: String
    /// In bytes.
    let size: Int

    init(_ bytes: some Collection<UInt8>) {
        size = bytes.count
        let start = Array(bytes.prefix(8))
        contentType =
            if start.starts(with: [0xff, 0xd8, 0xff]) {
                "image/jpeg"
            } else if start == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] {
                "image/png"
            } else if start.starts(with: "%PDF-".utf8) {
                "application/pdf"
            } else {
                "application/octet-stream"
            }
    }

    var isPicture: Bool { contentType.hasPrefix("image/") }
}
