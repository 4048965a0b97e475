// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import LedgerAPI
import Stellar
package import Submitting
import Terminal
import Workspace

/// The settings of a run with their origins, as `config show` prints them.
package struct SettingsReport {
    /// One setting.
    package struct Entry {
        package let name: String
        /// Several values are separated by spaces; nil if nothing sets it.
        package let value: String?
        package let origin: SettingOrigin?
        /// Why the value is not used, if it is not.
        package let ignored: String?

        package var document: JSON {
            var members: [(String, JSON)] = [
                ("name", .string(name)), ("value", value.map { .string($0) } ?? .null),
                ("origin", origin?.document ?? .null),
            ]
            if let ignored { members.append(("ignored", .string(ignored))) }
            return .object(JSONObject(members))
        }
    }

    package private(set) var entries: [Entry] = []
    private let path: String?
    private let exists: Bool

    /// The settings with the options of a command.
    ///
    /// - Throws: for an invalid configuration, or options that contradict each other.
    package init(network options: some ConfiguredNetwork, horizon: HorizonOptions) throws(Failure) {
        path = Settings.store?.path
        exists = try Settings.file() != nil
        _ = try Settings.configured()
        let profile = try Settings.profile()
        let network = try options.given()
        entries.append(
            Entry(name: ConfigurationKey.profile, value: profile?.name, origin: profile?.origin, ignored: nil))
        for key in ConfigurationKey.allCases {
            entries.append(try Self.entry(key, options, horizon, of: network))
        }
    }

    private static func entry(
        _ key: ConfigurationKey, _ options: some ConfiguredNetwork, _ horizon: HorizonOptions, of network: Network?
    ) throws(Failure) -> Entry {
        let given: [String] =
            switch key {
            case .network: options.options.name.map { [$0] } ?? []
            case .networkPassphrase: options.options.passphrase.map { [$0] } ?? []
            case .horizonURL: horizon.horizonUrls
            case .caFile: horizon.caFile.map { [$0] } ?? []
            case .proxy: horizon.proxy.map { [$0] } ?? []
            case .rpcURL, .account, .homeDomain: []
            }
        guard let setting = try Settings.value(of: key, given: given) else {
            guard key == .horizonURL, let network, let usual = HorizonClient.usualURL(of: network) else {
                return Entry(name: key.name, value: nil, origin: nil, ignored: nil)
            }
            return Entry(name: key.name, value: usual.text, origin: .default, ignored: nil)
        }
        var ignored: String?
        let configured = try Settings.configuredNetwork()
        if setting.isConfigured, let configured, let network, configured != network {
            if key.belongsToNetwork { ignored = "it is for \(configured.label), and this is for \(network.label)" }
            if key.namesNetwork { ignored = "another network is named: \(network.label)" }
        }
        let shown = setting.texts.map { TerminalText.escape(key == .proxy ? withoutPassword($0) : $0) }
        return Entry(name: key.name, value: shown.joined(separator: " "), origin: setting.origin, ignored: ignored)
    }

    /// A proxy's URL without the name and password that an option or the environment may contain.
    private static func withoutPassword(_ url: String) -> String {
        guard let at = url.lastIndex(of: "@") else { return url }
        let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
        return "\(scheme)...\(url[at...])"
    }

    /// The settings for people: name, value and, if wanted, origin. Settings without a value are shown with a dash.
    package func rows(withOrigin: Bool) -> [[String]] {
        let file = path.map { TerminalText.escape($0) + (exists ? "" : " (does not exist)") } ?? "-"
        let head = ["file", file] + (withOrigin ? [""] : [])
        return [head]
            + entries.map { entry in
                let origin = [entry.origin?.text, entry.ignored.map { "not used: \($0)" }].compactMap(\.self)
                let value = withOrigin || entry.ignored == nil ? entry.value ?? "-" : "-"
                return [entry.name, value] + (withOrigin ? [origin.joined(separator: ", ")] : [])
            }
    }

    package var document: JSON {
        [
            "file": path.map { .string($0) } ?? .null, "exists": .bool(exists),
            "settings": .array(entries.map(\.document)),
        ]
    }
}

extension SettingsReport {
    /// The findings of `coldstar-submit doctor` about the configuration: the file, the profile, and every value that is
    /// used or every problem. Empty without a file.
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
