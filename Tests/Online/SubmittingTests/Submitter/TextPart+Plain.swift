// SPDX-License-Identifier: Apache-2.0

import Codec

extension [TextPart] {
    /// The lines without layout; tables are not among what is tested here.
    var plain: [String] {
        flatMap { part in
            switch part {
            case .line(let line): [line.plain]
            case .item(let item): item.lines
            case .finding(let finding): [finding.line.plain]
            case .table(let rows, _, _): rows.map { $0.joined(separator: "  ") }
            }
        }
    }
}
