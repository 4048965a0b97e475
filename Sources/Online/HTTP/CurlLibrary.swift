// SPDX-License-Identifier: Apache-2.0

import CCurl

/// The libcurl that is linked.
package enum CurlLibrary {
    /// The version that the library reports, and that of its TLS library: `7.88.1 with OpenSSL/3.0.15`.
    package static var version: String? {
        guard let info = coldstar_curl_version()?.pointee, let version = info.version else { return nil }
        let tls = info.ssl_version.map { " with \(String(cString: $0))" } ?? ""
        return String(cString: version) + tls
    }
}
