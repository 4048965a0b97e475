// SPDX-License-Identifier: Apache-2.0

import CPNG
import CZBar

/// The libraries that read pictures, with the versions that they report. libturbojpeg reports none.
package enum PictureLibraries {
    package static var versions: [(name: String, version: String?)] {
        var (major, minor, patch) = (UInt32(0), UInt32(0), UInt32(0))
        zbar_version(&major, &minor, &patch)
        let png = png_access_version_number()
        return [
            ("libzbar", "\(major).\(minor).\(patch)"), ("libpng", "\(png / 10000).\(png / 100 % 100).\(png % 100)"),
            ("libturbojpeg", nil),
        ]
    }
}
