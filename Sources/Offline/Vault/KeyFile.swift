// SPDX-License-Identifier: Apache-2.0

import Chains
import SodiumKit
import Stellar
import TextCodec

/// The text of a key file: a line of public JSON, and a line of base64 with the sealed secret.
///
/// The first line, including its newline, is the associated data of the sealed box, so that no byte of it can be changed.
/// Both lines are canonical: a line that Coldstar would write differently is rejected. `docs/spec/key-file.md` lists the fields.
struct KeyFile: Hashable, Sendable {
    /// The version of a Stellar key's file.
    static let version: UInt64 = 1
    /// The version of the file of another chain's key, which releases that know only Stellar refuse.
    static let chainVersion: UInt64 = 2
    /// Maximum size of a key file in bytes.
    static let limit = 16 << 10
    static let format = "coldstar-key"

    let info: KeyInfo
    let box: [UInt8]

    init(info: KeyInfo, box: [UInt8]) {
        self.info = info
        self.box = box
    }

    /// The content of the file.
    var bytes: [UInt8] {
        Self.header(info) + Array(Base64.encode(box).utf8) + [UInt8(ascii: "\n")]
    }

    /// The first line, including its newline.
    static func header(_ info: KeyInfo) -> [UInt8] {
        let identity: [(String, JSON)]
        let origin: (String, JSON)
        switch info.identity {
        case .stellar(let key):
            identity = [
                ("version", .integer(version)), ("name", .string(info.name.text)), ("public_key", .string(key.address)),
            ]
            origin = ("account", info.account.map { .integer($0) } ?? .null)
        case .other(let address):
            identity = [
                ("version", .integer(chainVersion)), ("name", .string(info.name.text)),
                ("chain", .string(address.chain.rawValue)), ("address", .string(address.text)),
            ]
            origin = ("path", info.path.map(JSON.string) ?? .null)
        }
        let fields = JSONObject(
            [("format", .string(format))] + identity + [
                ("secret", .string(info.kind.rawValue)), origin, ("bip39_passphrase", false),
                ("second_factor", info.hasSecondFactor ? "file" : .null), ("created", .integer(info.created.seconds)),
                ("counter", 0), ("policy", .null),
            ])
        return Array(JSON.object(fields).text().utf8) + [UInt8(ascii: "\n")]
    }
}
