// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// A WebAssembly module that has only custom sections: a contract's description.
///
/// - Source: WebAssembly 1.0 §5.5 for the module; CAP-46-08, SEP-46 and SEP-48 for the sections.
struct WasmModule {
    let bytes: [UInt8]

    /// The protocol that the module says it was made for.
    private static let version: UInt32 = 27

    init(spec: [SCSpecEntry]) {
        let environment = SCEnvMetaEntry.interfaceVersion(.init(protocol: Self.version, preRelease: 0))
        let meta = [("practice", "native"), ("Description", "coldstar-sandbox runs this contract without its Wasm")]
        bytes =
            [0, UInt8(ascii: "a"), UInt8(ascii: "s"), UInt8(ascii: "m"), 1, 0, 0, 0]
            + Self.section("contractenvmetav0", environment.xdr)
            + Self.section("contractmetav0", meta.flatMap { Self.entry($0.0, $0.1).xdr })
            + Self.section("contractspecv0", spec.flatMap(\.xdr))
    }

    private static func entry(_ key: String, _ value: String) -> SCMetaEntry {
        .scMetaV0(SCMetaV0(key: Opaque(Array(key.utf8)) ?? Opaque(), val: Opaque(Array(value.utf8)) ?? Opaque()))
    }

    /// A custom section: its name, then its content.
    private static func section(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = length(name.utf8.count) + Array(name.utf8) + content
        return [0] + length(body.count) + body
    }

    /// A length as LEB128: seven bits a byte, the lowest first.
    private static func length(_ value: Int) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        repeat {
            let low = UInt8(rest & 0x7f)
            rest >>= 7
            bytes.append(rest == 0 ? low : low | 0x80)
        } while rest > 0
        return bytes
    }
}
