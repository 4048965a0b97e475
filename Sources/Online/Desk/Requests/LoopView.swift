// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Markup
import Stellar
import StellarXDR
import Submitting

/// How a loop of codes is to be shown, as the query of its page says. What is not valid falls back to the usual.
struct CodeOptions {
    let choice: DialectChoice
    let density: QRDensity
    fileprivate let densityName: String
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

    /// The query of the picture.
    fileprivate var query: String {
        var pairs = [("dialect", choice.dialect.rawValue), ("density", densityName), ("speed", "\(interval)")]
        if let path = choice.keyPath { pairs.append(("key-path", path)) }
        if let fingerprint = choice.keyFingerprint { pairs.append(("key-fingerprint", fingerprint)) }
        return pairs.map { "\($0)=\(PercentText.encode($1))" }.joined(separator: "&")
    }

    fileprivate var densities: [Choice] {
        [("low", "small codes"), ("normal", "usual codes"), ("high", "large codes")].map {
            Choice(value: $0, label: $1, isSelected: $0 == densityName)
        }
    }

    fileprivate var speeds: [Choice] {
        TerminalShow.intervals.map { Choice(value: "\($0)", label: "\($0) ms", isSelected: $0 == interval) }
    }
}

/// The loop of QR codes on a page: its picture, and the form that changes it.
struct LoopView {
    /// Of the loop, without the ending of a format.
    private let path: String
    private let wish: CodeOptions
    private let dialects: [DialectChoice.Dialect]
    /// How long it takes, or why there is none.
    private let forecast: Result<LoopForecast, Failure>

    /// - Parameters:
    ///   - dialects: those that can be chosen.
    ///   - make: makes the loop.
    init(
        at path: String, _ query: [String: String], dialects: [DialectChoice.Dialect],
        _ make: (CodeOptions) throws(Failure) -> QRLoop
    ) {
        (self.path, self.dialects) = (path, dialects)
        let wish = CodeOptions(query)
        self.wish = wish
        do throws(Failure) {
            forecast = .success(LoopForecast(try make(wish), interval: wish.interval))
        } catch { forecast = .failure(error) }
    }

    var html: HTML {
        tag(
            .figure, .class("qr card"), .id("qr"), .test("qr"), .data("loop", Href("\(path).json")),
            .data("dialects", dialects.map(\.rawValue).joined(separator: " "))
        ) {
            tag(.h2) { "Show it to the signer" }
            switch forecast {
            case .failure(let failure):
                notice(.bad, .role("alert"), .test("error")) { failure.wording.pageText }
            case .success:
                tag(.div, .class("qr-screen")) {
                    tag(
                        .img, .src(Href("\(path).svg?\(wish.query)")), .alt("QR codes of the request"),
                        .size(.width, "480"), .size(.height, "480"))
                }
            }
            tag(.figcaption, .class("qr-caption")) { (try? forecast.get())?.text ?? "" }
            controls
        }
    }

    private var controls: HTML {
        tag(.form, .class("qr-controls"), .get, .action("#qr")) {
            if dialects.count > 1 {
                Self.select(
                    "Wallet", "dialect",
                    dialects.map { Choice(value: $0.rawValue, label: $0.label, isSelected: $0 == wish.choice.dialect) })
            }
            Self.select("Size", "density", wish.densities)
            Self.select("Speed", "speed", wish.speeds)
            submitButton("Show")
        }
    }

    private static func select(_ label: String, _ name: String, _ choices: [Choice]) -> HTML {
        tag(.label) {
            "\(label) "
            tag(.select, .name(name)) { for choice in choices { choice.html } }
        }
    }
}

/// The codes of a request.
extension Desk {
    /// Milliseconds between two codes.
    static let usualInterval = 200

    func codes(of known: RequestDetails, _ query: [String: String]) -> LoopView {
        LoopView(at: "/requests/\(known.hash.hex)/loop", query, dialects: DialectChoice.Dialect.allCases) {
            wish throws(Failure) in try loop(of: known, wish)
        }
    }

    private func loop(of known: RequestDetails, _ wish: CodeOptions) throws(Failure) -> QRLoop {
        let content = try wish.choice.content(of: try known.signedDocument())
        do throws(QRLoopError) { return try QRLoop(content, density: wish.density) } catch {
            throw Failure(.badInput, Wording(error.message), hint: "carry the file instead")
        }
    }

    /// The loop of a request.
    func loop(_ text: String, as format: String, query: [String: String]) throws(Failure) -> DeskResponse {
        loop(as: format, CodeOptions(query)) { wish throws(Failure) in try loop(of: try request(text), wish) }
    }

    /// A loop as data for the script, or as a picture.
    ///
    /// - Parameter format: the last part of the path.
    func loop(as format: String, _ wish: CodeOptions, _ make: (CodeOptions) throws(Failure) -> QRLoop) -> DeskResponse {
        do throws(Failure) {
            let loop = try make(wish)
            do throws(QRError) {
                if format == "loop.svg" {
                    let picture = try SVG.animated(loop, interval: wish.interval, most: 100)
                    return DeskResponse(
                        200, headers: [("Content-Type", "image/svg+xml")], body: .bytes(Array(picture.utf8)))
                }
                var document = try QRPage.document(loop, interval: wish.interval).asObject ?? JSONObject()
                document["text"] = .string(LoopForecast(loop, interval: wish.interval).text)
                return .json(.object(document))
            } catch { throw Failure(.badInput, Wording(error.message)) }
        } catch {
            return .json(["error": .string(error.wording.pageText)], status: 422)
        }
    }
}

extension DialectChoice.Dialect {
    fileprivate var label: String {
        switch self {
        case .coldstar: "Coldstar"
        case .keystone: "Keystone"
        case .lumensigner: "LumenSigner"
        case .sep7: "SEP-7 link"
        case .xdr: "XDR"
        }
    }
}
