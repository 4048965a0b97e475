// SPDX-License-Identifier: Apache-2.0

import Configuration
import Faults
package import Submitter
import TextCodec

extension SettingsReport {
    /// The findings of `coldstar-submit doctor` about the configuration: the file, the profile, and every value that is used or every
    /// problem. Empty without a file.
    package static func findings(network: some ConfiguredNetwork, horizon: HorizonOptions) -> [Readiness.Item] {
        guard let store = Settings.store, store.exists else { return [] }
        func item(_ isGood: Bool, _ text: Wording) -> Readiness.Item {
            Readiness.Item(name: "config", isGood: isGood, text: text)
        }
        do throws(Failure) {
            guard let file = try Settings.file() else { return [] }
            guard file.problems.isEmpty else {
                return file.problems.map { item(false, $0.failure(in: file.path).wording) }
            }
            let report = try SettingsReport(network: network, horizon: horizon)
            return [item(true, Wording(file.path))]
                + report.entries.compactMap { entry in
                    guard let value = entry.value, let origin = entry.origin, origin != .default else { return nil }
                    let ignored = entry.ignored.map { ", not used: \($0)" } ?? ""
                    return item(true, "\(entry.name) \(value) (\(origin.text)\(ignored))")
                }
        } catch {
            return [item(false, error.wording)]
        }
    }
}
