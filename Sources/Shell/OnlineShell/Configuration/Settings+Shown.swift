// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import Faults
import Shell
package import Stellar
import Synchronization

extension Settings {
    private static let noted = Mutex<Set<ConfigurationKey>>([])

    /// Notes, once in a run, that the configuration names a server of another network, which is not used.
    ///
    /// - Parameter key: the setting that names servers.
    package static func noteIgnoredServer(
        _ key: ConfigurationKey = .horizonURL, on network: Network
    ) throws(Failure) {
        guard let other = try configuredNetwork(), other != network,
            let setting = try value(of: key), setting.isConfigured, noted.withLock({ $0.insert(key).inserted })
        else { return }
        Console.say(
            "note: \(key.name) of the configuration is for \(other.label), and is not used for \(network.label)")
    }

    /// The account for a command whose user may leave it out. One from the configuration is shown, because it was not typed.
    ///
    /// - Parameter option: for the origin, such as `--source`.
    /// - Returns: nil if nothing names an account.
    package static func shownAccount(_ given: String?, option: String) throws(Failure) -> String? {
        guard let setting = try account(given, option: option) else { return nil }
        if setting.isConfigured { Console.say("account   \(setting.text) (\(setting.origin.text))") }
        return setting.text
    }

    /// The source account of a transaction.
    ///
    /// - Parameter isAppending: whether it is appended to a transaction, which has a source: the configuration then names no other.
    package static func source(_ given: String?, isAppending: Bool = false) throws(Failure) -> String? {
        if isAppending, let setting = try account(given, option: "--source"), setting.isConfigured { return nil }
        return try shownAccount(given, option: "--source")
    }

    /// The account for a command that needs one.
    ///
    /// - Parameter name: the option or argument as the parser's messages show it: `--account <account>`.
    /// - Throws: `.usage` if nothing names an account.
    package static func requiredAccount(_ given: String?, _ name: String) throws(Failure) -> String {
        guard let text = try shownAccount(given, option: name) else {
            throw Failure(
                .usage, "Missing expected argument '\(name)'",
                hint: "give the account, or set it for all commands: coldstar-build config set account G...")
        }
        return text
    }
}
