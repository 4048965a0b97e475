// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
package import Stellar

/// The warning that a network has a newer protocol than this version was tested with.
package enum ProtocolWarning {
    /// Nil for a protocol that this version was tested with, and if it is not known.
    package static func text(_ version: Int?, of network: Network) -> String? {
        guard let version, version > Protocol.newestTested else { return nil }
        return "\(network.label) is at protocol \(version), and this version was tested with protocols up to "
            + "\(Protocol.newestTested): what is new since then may be shown as unknown, or not be checked at all; use a newer version"
    }
}

extension OnlineContext {
    /// The largest file of warnings that is read, in bytes.
    private static let warningLimit = 1 << 16

    /// The warning about the network's protocol, if it was not given for this network today; nil for a protocol that this version was tested
    /// with.
    ///
    /// A day begins at 0:00 UTC. Where the folder does not exist or cannot be written, it is given every time.
    package func protocolWarning(_ version: Int?, of network: Network) -> String? {
        guard let version, let text = ProtocolWarning.text(version, of: network) else { return nil }
        guard let folder = try? folder.get(), SafeFiles.exists(folder) else { return text }
        let path = folder + "/protocol-warnings"
        let bytes = try? SafeFiles.read(path, limit: Self.warningLimit)
        var given = bytes.flatMap { try? JSON(parsing: $0) }?.asObject ?? JSONObject()
        let today = JSON.string("\(clock() / 86_400) \(version)")
        guard given[network.passphrase] != today else { return nil }
        given[network.passphrase] = today
        // A network that does not come back must not keep the file growing.
        if given.count > 100 { given = JSONObject([(network.passphrase, today)]) }
        try? SafeFiles.write(Array(JSON.object(given).text().utf8), to: path, replacing: true)
        return text
    }
}
