// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import LedgerAPI
import Stellar
import Terminal

/// Options of every command that simulates a contract call.
struct CallOptions: ParsableArguments {
    @Option(help: "The highest accepted resource fee in stroops (default: 100000000, 10 XLM).")
    var maxResourceFee: String?

    @OptionGroup var rpc: RPCOptions

    func terms() throws(Failure) -> SimulationTerms {
        try SimulationTerms(maximumResourceFee: try FieldID.maxResourceFee.optionalValue(of: maxResourceFee))
    }
}
