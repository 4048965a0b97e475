// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import LedgerXDR
import Stellar
package import StellarXDR

/// A contract on the ledger: what it runs, its functions, and what its author says about it.
package struct ContractDetails: Presentable, Sendable {
    private let interface: ContractInterface
    private let asset: Asset?
    private let meta: [(key: [UInt8], value: [UInt8])]

    package init(of contract: ContractID, by client: RPCClient) throws(Failure) {
        interface = try ContractInterface(contract, from: client)
        asset = interface.asset(on: client.network)
        meta = interface.code.map(Self.meta) ?? []
    }

    /// The entries of `contractmetav0` (SEP-46) as far as they can be read; claims of the author.
    private static func meta(of code: [UInt8]) -> [(key: [UInt8], value: [UInt8])] {
        guard let module = try? WasmModule(code) else { return [] }
        var found: [([UInt8], [UInt8])] = []
        module.meta.withUnsafeBufferPointer { bytes in
            var reader = XDRReader(UnsafeRawBufferPointer(bytes))
            while reader.remaining > 0, found.count < 50, let entry = try? SCMetaEntry.decode(from: &reader) {
                guard case .scMetaV0(let pair) = entry else { continue }
                found.append((pair.key.bytes, pair.val.bytes))
            }
        }
        return found
    }

    /// The bytes shown of an entry's value.
    private static let mostMeta = 200

    private var kind: String {
        switch interface.instance.executable {
        case .stellarAsset: "stellar_asset"
        case .wasm: "wasm"
        case .externalRef: "external_reference"
        }
    }

    private var hash: String? { interface.codeHash.map { Hex.encode($0.bytes) } }
    private var functions: [String] { interface.spec.functions.map(\.text) }

    /// Functions with which the code or the administrator can be changed, by their names.
    private var powers: [String] {
        interface.spec.functions.filter { $0.replacesCode || $0.changesControl }.map {
            ForeignName($0.name.bytes).text
        }
    }

    /// How long its instance lives; nil if the server does not say.
    private var life: Wording? {
        guard let last = interface.instance.liveUntilLedger else { return nil }
        let latest = interface.instance.latestLedger
        guard last >= latest else {
            return last == 0
                ? "archived: a call has to restore it"
                : "archived since ledger \(last): a call has to restore it"
        }
        let seconds = LedgerSpan.seconds(from: latest, to: last)
        return "about \(seconds / 86_400) days more, until ledger \(last); after that a call has to restore it"
    }

    package var document: JSON {
        [
            "contract": .string(StrKey.contract(interface.contract).text), "executable": .string(kind),
            "wasm_hash": hash.map { .string($0) } ?? .null,
            "spec_hash": interface.isStellarAsset ? .null : .string(Hex.encode(interface.spec.hash.bytes)),
            "asset": asset.map { .string($0.text) } ?? .null, "functions": .array(functions.map { .string($0) }),
            "changes_code_or_control": .array(powers.map { .string($0) }),
            "meta": .array(
                meta.map { key, value in
                    [
                        "key": .string(TerminalText.escape(key)),
                        "value": .string(TerminalText.escape(value.prefix(Self.mostMeta))),
                    ]
                }),
            "live_until_ledger": interface.instance.liveUntilLedger.map { .integer($0) } ?? .null,
        ]
    }

    package var text: [TextPart] {
        var facts = [TextFact("contract", Wording(StrKey.contract(interface.contract).text))]
        switch interface.instance.executable {
        case .stellarAsset:
            facts.append(TextFact("runs", "the network's contract of \(asset?.text ?? "an asset")"))
        case .wasm: facts.append(TextFact("runs", "code with the hash \(hash ?? "")"))
        case .externalRef:
            facts.append(
                TextFact(
                    "runs", "code by reference, which its owner can change at any time; now \(hash ?? "unknown")"))
        }
        if !interface.isStellarAsset {
            facts.append(TextFact("interface", "hash \(Hex.encode(interface.spec.hash.bytes))"))
            facts.append(
                TextFact(
                    "changeable",
                    powers.isEmpty
                        ? "no function's name says so, which proves nothing"
                        : Wording(powers.joined(separator: ", "))))
        }
        if let life { facts.append(TextFact("lives", life)) }
        facts.append(TextFact("functions", functions.map { Wording($0) }))
        facts += meta.map { key, value in
            TextFact("claims", "\(ForeignName(key).text): \(ForeignName(value, most: Self.mostMeta).quoted)")
        }
        return [.facts(facts, columns: 12)]
    }
}
