// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults
import OnlineShell
import RPC
import Shell
import Stellar

/// Options of every command that simulates a contract call.
struct CallOptions: ParsableArguments {
    @Option(help: "The highest accepted resource fee in stroops (default: 100000000, 10 XLM).")
    var maxResourceFee: String?

    @OptionGroup var rpc: RPCOptions

    func terms() throws(Failure) -> SimulationTerms {
        try SimulationTerms(maximumResourceFee: try FieldID.maxResourceFee.optionalValue(of: maxResourceFee))
    }
}

extension BuildOptions {
    /// Builds a transaction with one contract call, simulates it, and records and writes the request.
    ///
    /// - Parameter call: reads the options that describe the call.
    func build(
        _ simulation: CallOptions,
        _ call: (inout Draft, RPCClient) throws(Failure) -> ContractCall
    ) throws(Failure) {
        let terms = try simulation.terms()
        var draft = try draft(simulation.rpc)
        let client = try simulation.rpc.client(for: draft.network, emission.horizon)
        let described = try Notices.shown(of: &draft) { draft throws(Failure) in try call(&draft, client) }
        while true {
            let built = try Notices.shown(of: &draft) { draft throws(Failure) in
                try draft.request(for: described, by: client, terms)
            }
            if try emission.handOver(built) { return }
            Notices.show([SequenceAllocator.taken])
        }
    }
}
