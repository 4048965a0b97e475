// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

struct Signatures: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Who has signed, who is missing, and which weight is reached of which is needed.",
        discussion: "Example: coldstar-submit signatures partly-signed.xdr --network testnet")

    @Argument(
        help: "TX: a file, - for standard input, or the text itself; also a request and the responses to it.",
        completion: .file())
    var transactions: [String] = []

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let journal = try OnlineJournal.open(options.home)
        var batch = try options.batch(transactions, request: try options.requested(), journal: journal)
        let inputs = try batch.inputs()
        let network = try inputs.network(options.network.choice)
        let unions = try SignatureUnion.grouped(inputs, on: network)
        guard let union = unions.first, unions.count == 1 else {
            throw Failure(.usage, "\(unions.count) transactions are given, and one at a time is looked at")
        }
        var view = try options.horizon.ledger(of: network)
        let report = try union.report(in: &view)
        let hash = union.hash
        Console.warn(unrecorded: journal.record(union.signatures(knownTo: report), of: hash))
        if options.json {
            try Console.put(line: document(hash, report).text())
        } else {
            try Console.put(line: lines(hash, report).joined(separator: "\n"))
        }
    }

    private func lines(_ hash: TransactionHash, _ report: SignatureReport) -> [String] {
        var lines = ["hash        \(hash.hex)"]
        for authority in report.authorities {
            lines.append(
                "account     \(authority.account.address): weight \(authority.reached) of \(max(1, authority.needed)) "
                    + "(\(authority.text)) \(authority.isMet ? "ok" : "NOT ENOUGH")")
            // A key of weight 0 has been disabled and is not missing.
            lines += authority.signers.filter { $0.hasSigned || $0.weight > 0 }.map {
                "  \($0.hasSigned ? "signed " : "missing") \($0.key.address) weight \($0.weight)"
            }
        }
        if !report.extraSigners.isEmpty { lines.append("extra       signers that the preconditions ask for") }
        lines += report.extraSigners.map { "  \($0.hasSigned ? "signed " : "missing") \($0.key.address)" }
        if !report.surplus.isEmpty { lines.append("surplus     signature \(Self.places(report.surplus))") }
        if !report.innerSurplus.isEmpty {
            lines.append("inner       surplus signature \(Self.places(report.innerSurplus))")
        }
        return lines
    }

    private static func places(_ indices: [Int]) -> String {
        indices.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    private func document(_ hash: TransactionHash, _ report: SignatureReport) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "authorities": report.json,
            "extra_signers": report.extraSignersJSON,
            "missing_extra_signers": .array(report.missingExtraSigners.map { .string($0.address) }),
            "surplus": .array(report.surplus.map { .integer($0) }),
            "inner_surplus": .array(report.innerSurplus.map { .integer($0) }),
        ]
    }
}
