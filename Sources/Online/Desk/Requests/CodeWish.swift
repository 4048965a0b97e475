// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff

/// How a loop of codes is to be shown, as the query of its page says. What is not valid falls back to the usual.
struct CodeWish {
    let choice: DialectChoice
    let density: QRDensity
    private let densityName: String
    /// Milliseconds between two codes.
    let interval: Int

    init(_ query: [String: String]) {
        let dialect = query["dialect"].flatMap { DialectChoice.Dialect(rawValue: $0) } ?? .coldstar
        func given(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        choice = DialectChoice(dialect, keyPath: given("key-path"), keyFingerprint: given("key-fingerprint"))
        densityName = ["low", "normal", "high"].first { $0 == query["density"] } ?? "normal"
        density = QRDensity(densityName) ?? .normal
        let wanted = query["speed"].flatMap { Int($0) } ?? Desk.usualInterval
        interval = TerminalShow.intervals.contains(wanted) ? wanted : Desk.usualInterval
    }

    static var dialects: String { DialectChoice.Dialect.allCases.map(\.rawValue).joined(separator: " ") }

    /// The query of the picture.
    var query: String {
        var pairs = [("dialect", choice.dialect.rawValue), ("density", densityName), ("speed", "\(interval)")]
        if let path = choice.keyPath { pairs.append(("key-path", path)) }
        if let fingerprint = choice.keyFingerprint { pairs.append(("key-fingerprint", fingerprint)) }
        return pairs.map { "\($0)=\(PercentText.encode($1))" }.joined(separator: "&")
    }

    var dialectChoices: [RequestView.Choice] {
        DialectChoice.Dialect.allCases.map { dialect in
            let label =
                switch dialect {
                case .coldstar: "Coldstar"
                case .keystone: "Keystone"
                case .lumensigner: "LumenSigner"
                case .sep7: "SEP-7 link"
                case .xdr: "XDR"
                }
            return RequestView.Choice(value: dialect.rawValue, label: label, isSelected: dialect == choice.dialect)
        }
    }

    var densityChoices: [RequestView.Choice] {
        [("low", "small codes"), ("normal", "usual codes"), ("high", "large codes")].map {
            RequestView.Choice(value: $0, label: $1, isSelected: $0 == densityName)
        }
    }

    var speedChoices: [RequestView.Choice] {
        TerminalShow.intervals.map {
            RequestView.Choice(value: "\($0)", label: "\($0) ms", isSelected: $0 == interval)
        }
    }
}
