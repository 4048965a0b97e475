// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

extension HTTPResponse {
    /// The latest ledger of the server that sent this response, from its header; nil if there is none.
    ///
    /// - Source: stellar-horizon actions/helpers.go, `Latest-Ledger`.
    package var latestLedger: Int64? { header("latest-ledger").flatMap { UInt32($0) }.map(Int64.init) }
}
