// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

/// What a review writes grows with its input, never with the product of two of its lists.
///
/// For every two lists: what both at once add to the output beyond what each adds alone may not be more than what they
/// add to the input. Output is counted, not time.
struct GrowthTests {
    /// The lists that a review crosses.
    enum List: CaseIterable {
        /// Entries, each of which calls the contract.
        case calls
        /// Calls below one entry, which pay one recipient.
        case payments
        /// Elements of one call's argument.
        case values
        /// Layers of the argument's type.
        case depth
        /// Functions of the interface.
        case functions
        /// Cases of the argument's type.
        case cases
        /// Bytes of names, as many as the wire has room for.
        case name
        case footprint, archived, delegates
        /// Interfaces that the request brings.
        case material
        /// Contracts, and contacts of one account, in the book.
        case pins, contacts
        /// Names that the request gives to accounts.
        case claims
    }

    private static let many = 160
    /// Twice what is shown of names, in text and in JSON, and a little.
    private static let slack = 2 * ContractInterfaces.mostNamed + 8_000
    /// The most that one byte of input becomes, in all outputs together.
    private static let factor = 100

    private static func review(_ sizes: [List: Int], fits: Bool) -> (input: Int, output: Int) {
        func size(_ list: List) -> Int { sizes[list] ?? 1 }
        let name = String(repeating: "n", count: min(size(.name), 60))
        var type = SCSpecTypeDef.udt(SCSpecTypeUDT(name: bytes(name)))
        for layer in 0..<size(.depth) {
            type =
                layer < 2
                ? .option(SCSpecTypeOption(valueType: type)) : .map(SCSpecTypeMap(keyType: .u32, valueType: type))
        }
        // Deep types fit nothing but the absent value.
        let cases = (0..<size(.cases)).map {
            SCSpecUDTEnumCaseV0(doc: bytes(""), name: bytes("c\($0)" + name.prefix(50)), value: UInt32($0))
        }
        let entries: [SCSpecEntry] =
            [
                SpecSamples.function("deposit", [("list", .vec(SCSpecTypeVec(elementType: type))), ("number", .u32)]),
                .udtEnumV0(SCSpecUDTEnumV0(doc: bytes(""), lib: bytes(""), name: bytes(name), cases: cases)),
            ] + (0..<size(.functions)).map { SpecSamples.function("update_wasm_\($0)", [("x", type)]) }
        let isPlain = size(.depth) < 3
        func deposit(_ number: Int, _ count: Int = 1) -> InvokeContractArgs {
            call(
                "deposit",
                [
                    .vec(Array(repeating: isPlain ? .u32(0) : .void, count: count)),
                    fits ? .u32(UInt32(number)) : .i32(Int32(number)),
                ])
        }
        var auth = (0..<size(.calls)).map { authorization(.sourceAccount, deposit($0)) }
        auth.append(
            SorobanAuthorizationEntry(
                credentials: .sourceAccount,
                rootInvocation: SorobanAuthorizedInvocation(
                    function: .contractFn(call("route")),
                    subInvocations: (0..<size(.payments)).map { number in
                        let pays = call(
                            "transfer",
                            [
                                .address(.account(alice.account)), .address(.account(bob.account)),
                                .i128(Int128Parts(hi: 0, lo: UInt64(number))),
                            ])
                        return SorobanAuthorizedInvocation(function: .contractFn(pays), subInvocations: [])
                    })))
        if case .address(let body) = credentials(until: 9) {
            let delegates = (0..<size(.delegates)).map { _ in
                SorobanDelegateSignature(address: .account(carol.account), signature: .void, nestedDelegates: [])
            }
            auth.append(
                authorization(
                    .addressWithDelegates(.init(addressCredentials: body, delegates: delegates)), deposit(0)))
        }
        let keys = (0..<size(.footprint)).map { number in
            LedgerKey.contractData(
                .init(
                    contract: .contract(hash(UInt8(number % 200))), key: .u32(UInt32(number)), durability: .persistent))
        }
        let ext = TransactionExt.v1(
            SorobanTransactionData(
                ext: .v1(.init(archivedSorobanEntries: (0..<size(.archived)).map { UInt32($0) })),
                resources: SorobanResources(
                    footprint: LedgerFootprint(readOnly: [], readWrite: keys), instructions: 1, diskReadBytes: 1,
                    writeBytes: 1), resourceFee: 50))
        let section = SpecSamples.section(entries)
        let other = SpecSamples.section([SpecSamples.function("f")])
        let material =
            [SpecSamples.material(section)]
            + (0..<size(.material)).map { _ in SpecSamples.material(other, of: hash(8)) }
        let pins = (0..<size(.pins)).map { number in
            ContractPin(network: .testnet, contract: Hash(sha256: Array("\(number)".utf8)), label: "pin\(number)")
        }
        let contacts = (0..<size(.contacts)).map { number in
            Contact(name: "bob\(number)", account: bob.account, ids: [UInt64(number)])
        }
        let scenario = Scenario {
            $0.operations = [invoke(.invokeContract(deposit(many, size(.values))), auth: auth)]
            $0.ext = ext
            $0.setUp = {
                $0.claims.contracts = material
                $0.claims.names = (0..<size(.claims)).map { (account: bob.account, name: "name\($0)") }
                $0.book = Book(contacts: contacts, contracts: pins)
            }
        }
        let review = scenario.review
        let input =
            scenario.envelope.xdr.count + material.reduce(0) { $0 + ($1.size) } + pins.count * 40 + contacts.count * 40
            + size(.claims) * 40
        let output =
            ReviewText.of(review).utf8.count + ReviewText.of(review, full: true).utf8.count
            + ReviewJSON.document(review).text().utf8.count
        return (input, output)
    }

    /// What one long list, or none, makes of the review.
    private struct Single: Hashable {
        let list: List?
        let fits: Bool
    }

    private static let singles: [Single: (input: Int, output: Int)] = {
        let all = [true, false].flatMap { fits in ([nil] + List.allCases).map { Single(list: $0, fits: fits) } }
        return Dictionary(
            uniqueKeysWithValues: all.map { ($0, review($0.list.map { [$0: many] } ?? [:], fits: $0.fits)) })
    }()

    private static func single(_ list: List?, _ fits: Bool) -> (input: Int, output: Int) {
        singles[Single(list: list, fits: fits)] ?? (0, 0)
    }

    @Test(arguments: List.allCases, [true, false])
    func `no two lists multiply each other in the output`(_ one: List, _ fits: Bool) {
        let base = Self.single(nil, fits)
        let alone = Self.single(one, fits)
        let rest = List.allCases.drop { $0 != one }.dropFirst()
        for other in rest {
            let beside = Self.single(other, fits)
            let both = Self.review([one: Self.many, other: Self.many], fits: fits)
            let input = max(0, both.input - alone.input - beside.input + base.input)
            let output = both.output - alone.output - beside.output + base.output
            #expect(output <= Self.factor * input + Self.slack, "\(one) and \(other): \(input) bytes become \(output)")
        }
    }

    @Test func `calls that do not fit their interface are told once for each function`() {
        let deep = (0..<20).reduce(SCSpecTypeDef.u32) { type, _ in
            .map(SCSpecTypeMap(keyType: .muxedAddress, valueType: type))
        }
        let section = SpecSamples.section([
            SpecSamples.function("deposit", [("x", deep)]), SpecSamples.function("stop", [("x", deep)]),
        ])
        let entries = (0..<300).map { (number: Int) -> SorobanAuthorizationEntry in
            let name = number % 2 == 0 ? "deposit" : "stop"
            return authorization(.sourceAccount, call(name, [.u32(UInt32(number))]))
        }
        let review = Scenario {
            $0.operations = [invoke(.invokeContract(call("deposit", [.bool(true)])), auth: entries)]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material(section)] }
        }.review
        let found = review.findings.filter { $0.rule == .names }
        #expect(found.map(\.level) == [.warn, .warn])
        #expect(found.allSatisfy { $0.message.utf8.count < 800 })
        #expect(found.first?.message.contains("...") == true)
    }

    @Test func `names that are too long together are left out, and that is said`() {
        let section = SpecSamples.section([
            SpecSamples.function("deposit", [("x", .vec(SCSpecTypeVec(elementType: .bytes)))])
        ])
        func deposit(_ count: Int, _ byte: UInt8) -> InvokeContractArgs {
            let value = SCVal.bytes(SCBytes(Array(repeating: byte, count: 1000)) ?? SCBytes())
            return call("deposit", [.vec(Array(repeating: value, count: count))])
        }
        let entries = [deposit(20, 1), deposit(10, 2), deposit(1, 3)].map { authorization(.sourceAccount, $0) }
        let review = Scenario {
            $0.operations = [invoke(.invokeContract(deposit(1, 0)), auth: entries)]
            $0.setUp = { $0.claims.contracts = [SpecSamples.material(section)] }
        }.review
        let found = review.findings.filter { $0.rule == .names }
        #expect(found.reduce(0) { $0 + $1.message.utf8.count } < ContractInterfaces.mostNamed + 1000)
        #expect(found.map(\.level) == [.info, .info, .info, .info])
        #expect(found.last?.message.hasPrefix("the names of 1 more call is left out") == true)
    }
}

extension AuthorizationRequest.Material {
    fileprivate var size: Int {
        switch content {
        case .wasm(let code): code.count
        case .spec(let section): section.count
        }
    }
}
