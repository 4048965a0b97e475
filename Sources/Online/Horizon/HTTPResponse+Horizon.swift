// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

extension HTTPResponse {
    /// The latest ledger of the server that gave this answer, where it says so.
    ///
    /// - Source: stellar-horizon actions/helpers.go, `Latest-Ledger`.
    package var latestLedger: Int64? { header("latest-ledger").flatMap { UInt32($0) }.map(Int64.init) }
}
