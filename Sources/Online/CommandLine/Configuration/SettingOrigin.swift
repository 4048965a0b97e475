// SPDX-License-Identifier: Apache-2.0

package import Codec

/// Where the value of a setting comes from.
package enum SettingOrigin: Hashable, Sendable {
    case option(String)
    case environment(String)
    /// A line of the configuration file, whose path is escaped.
    case file(String, line: Int)
    /// A usual value, when nothing else names one.
    case `default`

    /// `--network`, `$STELLAR_NETWORK`, `/home/ada/.config/coldstar/config.toml:3` or `default`.
    package var text: String {
        switch self {
        case .option(let name): name
        case .environment(let name): "$\(name)"
        case .file(let path, let line): "\(path):\(line)"
        case .default: "default"
        }
    }

    /// The members of a JSON document about the origin.
    package var document: JSON {
        switch self {
        case .option(let name): ["kind": "option", "option": .string(name)]
        case .environment(let name): ["kind": "environment", "variable": .string(name)]
        case .file(let path, let line): ["kind": "file", "file": .string(path), "line": .integer(line)]
        case .default: ["kind": "default"]
        }
    }
}
