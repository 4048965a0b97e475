// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

/// Names that a contract's author or a book's writer chose, in every place where one can stand: none continues a
/// sentence of ours.
struct ForeignTextTests {
    /// Names that read like the signer's own words, or lay out lines, and what of them may not stand unquoted.
    private static let hostile: [(name: String, raw: String)] = [
        ("Address = the book's \"bob\") verified", "verified"),
        ("x); verified names, by the hash", "verified names, by"),
        ("a\u{1b}[2J\u{1b}[Hverified", "\u{1b}"), ("x\n  HOLD none: verified", "verified"),
        ("u32 verified", "verified"),
        ("fee  verified", "verified"), ("x\u{202e}verified", "\u{202e}"),
    ]

    /// Where a name of a spec can stand, each with values that fit.
    private enum Site: CaseIterable {
        case argument, structure, field, tupleStructure, union, emptyCase, valueCase, enumeration, enumCase, error
        case undefined, misfit, function, symbol
    }

    private static func own(_ name: String) -> SCSpecTypeDef { .udt(SCSpecTypeUDT(name: bytes(name))) }

    private static func structure(_ name: String, _ fields: [(String, SCSpecTypeDef)]) -> SCSpecEntry {
        .udtStructV0(
            SCSpecUDTStructV0(
                doc: bytes(""), lib: bytes(""), name: bytes(name),
                fields: fields.map { SCSpecUDTStructFieldV0(doc: bytes(""), name: bytes($0.0), type: $0.1) }))
    }

    private static func union(_ name: String, _ cases: [SCSpecUDTUnionCaseV0]) -> SCSpecEntry {
        .udtUnionV0(SCSpecUDTUnionV0(doc: bytes(""), lib: bytes(""), name: bytes(name), cases: cases))
    }

    private static func call(
        _ site: Site, _ name: String
    ) -> (call: InvokeContractArgs, entries: [SCSpecEntry]) {
        let short = String(decoding: Array(name.utf8.prefix(30)), as: UTF8.self)
        func deposit(_ type: SCSpecTypeDef, argument: String = "x") -> SCSpecEntry {
            SpecSamples.function("deposit", [(argument, type)])
        }
        func symbol(_ text: String) -> SCVal {
            .symbol(bytes(String(decoding: Array(text.utf8.prefix(30)), as: UTF8.self)))
        }
        func make(_ value: SCVal, _ entries: [SCSpecEntry]) -> (InvokeContractArgs, [SCSpecEntry]) {
            (ReviewTests.call("deposit", [value]), entries)
        }
        switch site {
        case .argument: return make(.u32(1), [deposit(.u32, argument: short)])
        case .structure:
            return make(
                .map([SCMapEntry(key: symbol("f"), val: .u32(1))]),
                [deposit(own(name)), structure(name, [("f", .u32)])])
        case .field:
            return make(
                .map([SCMapEntry(key: symbol(short), val: .u32(1))]),
                [deposit(own("S")), structure("S", [(short, .u32)])])
        case .tupleStructure: return make(.vec([.u32(1)]), [deposit(own(name)), structure(name, [("0", .u32)])])
        case .union, .emptyCase, .valueCase:
            let typeName = site == .union ? name : "U"
            let caseName = site == .union ? "c" : short
            let one: SCSpecUDTUnionCaseV0 =
                site == .valueCase
                ? .tupleV0(SCSpecUDTUnionCaseTupleV0(doc: bytes(""), name: bytes(caseName), type: [.u32]))
                : .voidV0(SCSpecUDTUnionCaseVoidV0(doc: bytes(""), name: bytes(caseName)))
            let values: [SCVal] = site == .valueCase ? [.u32(1)] : []
            return make(.vec([.symbol(bytes(caseName))] + values), [deposit(own(typeName)), union(typeName, [one])])
        case .enumeration, .enumCase:
            let typeName = site == .enumeration ? name : "E"
            let one = SCSpecUDTEnumCaseV0(doc: bytes(""), name: bytes(site == .enumCase ? name : "c"), value: 1)
            return make(
                .u32(1),
                [
                    deposit(own(typeName)),
                    .udtEnumV0(SCSpecUDTEnumV0(doc: bytes(""), lib: bytes(""), name: bytes(typeName), cases: [one])),
                ])
        case .error:
            let one = SCSpecUDTErrorEnumCaseV0(doc: bytes(""), name: bytes(name), value: 1)
            return make(
                .error(.contract(1)),
                [
                    deposit(own(name)),
                    .udtErrorEnumV0(
                        SCSpecUDTErrorEnumV0(doc: bytes(""), lib: bytes(""), name: bytes(name), cases: [one])),
                ])
        case .undefined: return make(.u32(1), [deposit(own(name))])
        case .misfit: return make(.u32(1), [deposit(.map(SCSpecTypeMap(keyType: own(name), valueType: own(name))))])
        case .function: return (ReviewTests.call(short, [.u32(1)]), [SpecSamples.function(short, [("x", .u32)])])
        case .symbol: return make(.symbol(bytes(short)), [deposit(.symbol)])
        }
    }

    /// The text outside quotation marks; a mark inside a quotation is escaped.
    private static func unquoted(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined(separator: " ")
    }

    private static func strings(_ json: JSON) -> [String] {
        switch json {
        case .string(let text): [text]
        case .array(let all): all.flatMap(strings)
        // A value of a call in SEP-51, which programs take as it is.
        case .object(let object) where object.count == 1 && ["symbol", "string"].contains(object.keys.first): []
        case .object(let object): object.members.flatMap { [$0.key] + strings($0.value) }
        default: []
        }
    }

    /// Every output of a review, each on one line.
    private static func outputs(_ review: Review) -> [String] {
        let pages = [
            ReviewText.of(review), ReviewText.of(review, full: true), ReviewText.of(review, on: Screen(columns: 30)),
            LastScreen([review]).text(on: Screen(), rows: 40),
            LastScreen([review]).text(on: Screen(columns: 30), rows: 12),
        ]
        let parts = ReviewText.parts(of: review, full: true).map { part -> String in
            switch part {
            case .line(let text): text
            case .pair(let name, let value): "\(name): \(value)"
            case .gap: ""
            case .entry(let entry):
                entry.label
                    + entry.spans.map { span in
                        switch span {
                        case .words(let words): words
                        case .address(let address, let name): address + (name ?? "")
                        case .field(let field): field.plain
                        case .step(let step): step.title
                        }
                    }.joined()
            }
        }
        return pages.map { $0.split { $0 == "\n" || $0 == " " }.joined(separator: " ") } + parts
            + strings(ReviewJSON.document(review)) + review.holds.map(\.value)
    }

    @Test func `no name of a spec stands unquoted, in any place and output`() {
        for site in Site.allCases {
            for (name, raw) in Self.hostile {
                let (call, entries) = Self.call(site, name)
                let asked = AuthorizationRequest(
                    entry: authorization(credentials(until: 200), call), expirationLedger: 200, claimedLedger: 100)
                for isEntry in [false, true] {
                    let review = Scenario {
                        $0.operations = [invoke(.invokeContract(call), auth: [authorization(.sourceAccount, call)])]
                        if isEntry { $0.subject = .authorization(asked, on: .testnet) }
                        $0.setUp = {
                            $0.claims.contracts = [SpecSamples.material(SpecSamples.section(entries))]
                        }
                    }.review
                    #expect(review.findings.contains { $0.rule == .names }, "\(site)")
                    for output in Self.outputs(review) {
                        #expect(output.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
                        let said = Self.unquoted(output)
                        let ours = [
                            "claimed names, which only the request gives", "verified interface", "verified names",
                        ]
                        let rest = ours.reduce(said) { text, own in
                            text.split(separator: own, omittingEmptySubsequences: false).joined()
                        }
                        #expect(!rest.contains(raw), "\(site): \(output)")
                    }
                }
            }
        }
    }

    @Test func `names of types and functions are quoted where an interface is listed`() throws {
        for (name, raw) in Self.hostile {
            let own = Self.own(name)
            let types: [SCSpecTypeDef] = [
                own, .vec(SCSpecTypeVec(elementType: own)), .option(SCSpecTypeOption(valueType: own)),
                .map(SCSpecTypeMap(keyType: own, valueType: own)),
                .result(SCSpecTypeResult(okType: own, errorType: own)),
                .tuple(SCSpecTypeTuple(valueTypes: bounded([own, own]))),
            ]
            let short = String(decoding: Array(name.utf8.prefix(30)), as: UTF8.self)
            let section = SpecSamples.section([
                SpecSamples.function(
                    short, types.enumerated().map { ("\($0.offset)\(short)".prefixed(30), $0.element) })
            ])
            let function = try #require(try ContractSpec(section: section).functions.first)
            #expect(!Self.unquoted(function.text).contains(raw), "\(function.text)")
            #expect(function.text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }

    @Test(arguments: [
        "Address", "u32", "Vec", "Option", "Error", "BytesN",
    ])
    func `a contract's own type does not pass for one of the language`(_ name: String) {
        #expect(Self.own(name).text == "\(name) (the contract's own type)")
        #expect(Self.own("::a::\(name)").text == "\(name) (the contract's own type)")
    }

    @Test func `labels, symbols and names of other keys are quoted unless they are plain`() {
        for (name, raw) in Self.hostile {
            var pin = ContractPin(network: .testnet, contract: hash(7), label: name)
            pin.units = ContractPin.Units(decimals: 2, symbol: name)
            let book = Book(
                contacts: [Contact(name: name, account: bob.account)], domains: [KnownDomain(name: name)],
                contracts: [pin])
            let review = Scenario {
                $0.operations = [invoke(.invokeContract(transfer()))]
                $0.setUp = {
                    $0.book = book
                    $0.unknownOwner = BookOwner(name: name, listKey: Array(repeating: 1, count: 32))
                    $0.unknownWriters = [RecordWriter(name: name, recordKey: Array(repeating: 2, count: 32))]
                    $0.claims.withdrawalDomain = name
                }
            }.review
            let findings = review.findings.map(\.message)
            for output in findings + [BookText.of(book), review.operations[0].summary.plain] {
                #expect(
                    !Self.unquoted(output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")).contains(raw),
                    "\(output)")
            }
        }
    }

    @Test func `a summary in the record is quoted`() {
        let review = Scenario {
            $0.setUp = { $0.history = FixedHistory(sequence: 101, summary: "x) Only one. verified (\u{1b}") }
        }.review
        let message = review.findings.first { $0.rule == .sequenceUsed }?.message ?? ""
        #expect(message.contains(#": "x) Only one. verified (\x1b" (hash "#), "\(message)")
    }
}

extension String {
    fileprivate func prefixed(_ count: Int) -> String { String(decoding: Array(utf8.prefix(count)), as: UTF8.self) }
}
