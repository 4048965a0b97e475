// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// Which error ends a call, by the host's diagnostic events.
struct CallErrorTests {
    private static let token = Hash(sha256: [1])
    private static let vault = Hash(sha256: [2])
    private static let balance = SCError.contract(10)

    private static func event(
        _ topics: [SCVal], _ data: SCVal, of contract: ContractID? = nil, _ type: ContractEventType = .diagnostic
    ) -> DiagnosticEvent {
        DiagnosticEvent(
            inSuccessfulContractCall: false,
            event: ContractEvent(
                ext: .v0, contractID: contract, type: type, body: .v0(ContractEventBodyV0(topics: topics, data: data))))
    }

    private static func text(_ text: String) -> SCVal { .string(Opaque(Array(text.utf8)) ?? Opaque()) }

    private static func error(
        _ error: SCError, _ data: SCVal, of contract: ContractID?, _ type: ContractEventType = .diagnostic
    ) -> DiagnosticEvent {
        event([.name("error"), .error(error)], data, of: contract, type)
    }

    private static let call = event([.name("fn_call"), .name("transfer")], .void, of: vault)
    private static let first = error(
        balance, .vec([text("balance is not sufficient to spend"), .u32(7), .address(.contract(vault))]), of: token)
    /// The calls end one after the other.
    private static let rest = [
        error(balance, .vec([text("contract call failed"), .name("transfer")]), of: vault),
        error(balance, text("escalating error to VM trap from failed host function call: call"), of: vault),
    ]
    private static let metrics = event([.name("core_metrics"), .name("cpu_insn")], .u64(9))

    @Test func `the error is that of the contract in which it came up first`() throws {
        let found = try #require(CallError([Self.call, Self.first] + Self.rest + [Self.metrics, Self.metrics]))
        #expect(found.error == Self.balance && found.contract == Self.token)
        let vault = StrKey.contract(Self.vault).text
        #expect(found.words == "\"balance is not sufficient to spend\", 7, \(vault)")
    }

    @Test func `an error that a contract caught is not what ends the call`() throws {
        let caught = Self.error(Self.balance, Self.text("caught"), of: Self.vault)
        let found = try #require(CallError([Self.call, caught, Self.call, Self.first] + Self.rest))
        #expect(found.contract == Self.token)
    }

    @Test func `the last error counts where one leads to another`() throws {
        let wrong = Self.error(.crypto(.invalidInput), Self.text("failed ED25519 verification"), of: Self.token)
        let refusal = Self.error(.auth(.invalidAction), Self.text("failed account authentication"), of: Self.vault)
        let found = try #require(CallError([Self.call, wrong, refusal]))
        #expect(found.error == .auth(.invalidAction) && found.contract == Self.vault)
        #expect(found.words == "\"failed account authentication\"")
    }

    @Test func `events that do not end with an error have none`() {
        let own = Self.error(Self.balance, .void, of: Self.vault, .contract)
        for events in [[], [Self.call], [Self.first, Self.call], [own], [Self.metrics]] {
            #expect(CallError(events) == nil)
        }
    }

    @Test func `the host's words are quoted, escaped and cut, and say nothing of an error that a contract raises`()
        throws
    {
        let hostile = "spent\u{1b}[2J\" \u{202e}" + String(repeating: "x", count: 500)
        let words = try #require(CallError([Self.error(Self.balance, Self.text(hostile), of: nil)])?.words)
        #expect(words.utf8.allSatisfy { (0x20...0x7e).contains($0) } && words.utf8.count < 300)
        #expect(words.hasPrefix("\"spent\\x1b[2J\\x22 "))
        let plain = SCVal.vec([Self.text("failing with contract error"), .u32(10)])
        #expect(try #require(CallError([Self.error(Self.balance, plain, of: Self.token)])).words == nil)
    }

    @Test func `a real simulation's error is found`() throws {
        let answers = try Vectors.json("real/rpc-answers")
        let simulations = try #require(answers["simulations"]?.asArray)
        let failed = try simulations.compactMap { json -> Simulation.Failed? in
            guard let value = json["value"], value["error"] != nil,
                case .failed(let failed) = try Simulation(value, isCall: true)
            else { return nil }
            return failed
        }
        let one = try #require(failed.first)
        let found = try #require(CallError(one.events.compactMap(\.value)))
        #expect(one.text.contains(found.error.text))
    }
}
