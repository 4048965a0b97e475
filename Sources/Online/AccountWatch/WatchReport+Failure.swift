// SPDX-License-Identifier: Apache-2.0

package import Faults
import Stellar
import StellarXDR

extension WatchReport {
    /// The failure with which a watch of several accounts ends: the first alarm, or else the first change by others.
    ///
    /// - Parameter alarmsOnly: whether harmless changes by others are ignored.
    /// - Returns: nil when nothing is to be reported as a failure.
    package static func failure(in reports: [WatchReport], alarmsOnly: Bool) -> Failure? {
        if let report = reports.first(where: { $0.level == .alarm }) {
            let alarm = report.findings.first { $0.level == .alarm }
            let what =
                alarm?.words ?? "a transaction of this account is not ours: \(report.unknownTransactions[0].hash.hex)"
            return Failure(
                .refusedByLedger, "\(report.account.address): \(what)",
                hint: "find out who has the key before submitting anything else; \(field: .accept) accepts the change")
        }
        guard !alarmsOnly, let report = reports.first(where: { $0.level == .info }) else { return nil }
        return Failure(
            .refusedByLedger, "\(report.account.address): changed by others, without loss",
            hint: "\(field: .alarmsOnly) ignores this")
    }
}
