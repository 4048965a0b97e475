// SPDX-License-Identifier: Apache-2.0

/// Text that stops growing at a limit: what does not fit as a whole becomes `...`, and the rest is left out.
struct BoundedText {
    private static let end = "..."

    private(set) var text = ""
    /// Whether something was left out, so that no more need be made.
    private(set) var isCut = false
    private let limit: Int

    /// - Parameter limit: in bytes, the dots included; at least 3.
    init(limit: Int = .max) { self.limit = limit }

    mutating func append(_ piece: String) {
        guard !isCut else { return }
        if text.utf8.count + piece.utf8.count <= limit - Self.end.utf8.count {
            text += piece
        } else {
            text += Self.end
            isCut = true
        }
    }

    /// Appends parts with a comma between them.
    mutating func append<Part>(_ parts: some Sequence<Part>, _ put: (Part, inout BoundedText) -> Void) {
        for (index, part) in parts.enumerated() {
            if isCut { return }
            if index > 0 { append(", ") }
            put(part, &self)
        }
    }
}
