// SPDX-License-Identifier: Apache-2.0

import Codec
import TestSupport

/// Rows of the vector files in `Tests/Vectors`.
enum Vectors {
    static func lines(_ name: String) throws -> [JSON] { try VectorFiles.sharedLines(name) }

    static func bytes(_ name: String) throws -> [UInt8] { try VectorFiles.shared(name) }
}
