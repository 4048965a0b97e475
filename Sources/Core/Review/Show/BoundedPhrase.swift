// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

extension Phrase {
    /// The maximum number of bytes of words in a line above the prompt; up to three addresses come on top.
    private static let mostWords = 160
    private static let mostAddresses = 3

    /// The sentence; if it is long, only its beginning, its first addresses and the one that ends with what must be
    /// typed. Each cut is marked with `...`.
    ///
    /// - Parameter value: what must be typed; nil if nothing.
    func bounded(keeping value: String?) -> Phrase {
        var kept: [Span] = []
        var words = 0
        var addresses = 0
        var isCut = false
        func cut() {
            if !isCut { kept.append(.words("... ")) }
            isCut = true
        }
        for span in spans {
            switch span {
            case .field, .step: kept.append(span)
            case .time(let time):
                guard words < Self.mostWords else {
                    cut()
                    continue
                }
                words += time.utc.utf8.count
                kept.append(span)
                isCut = false
            case .words(let text):
                guard words < Self.mostWords else {
                    cut()
                    continue
                }
                let room = Self.mostWords - words
                words += text.utf8.count
                kept.append(.words(text.utf8.count > room ? String(text.prefix(room)) : text))
                isCut = false
                if text.utf8.count > room { cut() }
            case .address(let address):
                if addresses < Self.mostAddresses {
                    addresses += 1
                    kept.append(span)
                    isCut = false
                } else if let value, address.text.hasSuffix(value), !kept.contains(span) {
                    cut()
                    kept.append(span)
                    isCut = false
                } else {
                    cut()
                }
            }
        }
        let phrase = Phrase(spans: kept)
        guard let value, !phrase.plain.contains(value) else { return phrase }
        return "\(phrase)... \(plain: value)"
    }

    /// Whether the phrase contains an address.
    var hasAddress: Bool {
        spans.contains { span in if case .address = span { true } else { false } }
    }

    /// The addresses alone, marked as cut, the one that ends with what must be typed last; a sentence without any is
    /// unchanged.
    func target(_ value: String?) -> Phrase {
        var addresses: [StrKey] = []
        for span in spans {
            if case .address(let address) = span, !addresses.contains(address) { addresses.append(address) }
        }
        guard let value else {
            let shown = addresses.map { "\($0)" as Phrase }
            return shown.isEmpty ? self : "\(Phrase(shown, separator: " ")) ..."
        }
        guard let typed = addresses.last(where: { $0.text.hasSuffix(value) }) else { return "... \(plain: value)" }
        return "... \(typed)"
    }

    var lastAddress: StrKey? {
        spans.reduce(nil) { last, span in if case .address(let address) = span { address } else { last } }
    }

    /// With every address cut to its last eight characters, marked as cut.
    var shortened: Phrase { shortened(except: nil) }

    /// With every address cut to its last eight characters, marked as cut.
    ///
    /// - Parameter value: addresses that end with it stay whole; nil for none.
    func shortened(except value: String?) -> Phrase {
        Phrase(
            spans: spans.map { span in
                guard case .address(let address) = span, value.map({ address.text.hasSuffix($0) }) != true else {
                    return span
                }
                return .words("...\(address.text.suffix(8))")
            })
    }

    /// The beginning, marked as cut; whole if it has no more characters than `count`.
    func cut(to count: Int) -> Phrase {
        let text = plain
        return text.count <= count ? self : "\(plain: String(text.prefix(max(0, count - 4)))) ..."
    }
}
