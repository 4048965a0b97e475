// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Faults
import OnlineShell

struct InvokeHostFunction: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Call or deploy a smart contract, or upload its code, without simulating it.",
        discussion: """
            Each part is base64 XDR or SEP-51 JSON, or a file containing it; an RPC server's simulateTransaction returns all of them.
            Example: coldstar-build invoke-host-function --network testnet --source G... --host-function AAAAAA... \\
              --auth AAAAAQ... --soroban-data AAAAAA...
            """)

    @Option(help: "The HostFunction.", completion: .file())
    var hostFunction: String

    @Option(help: "A SorobanAuthorizationEntry; may be given more than once.", completion: .file())
    var auth: [String] = []

    @OptionGroup var soroban: SorobanOptions
    func operation() throws(Failure) -> any OperationInput {
        let entries = try auth.map { text throws(Failure) in try WireInput(argument: text) }
        let function = try WireInput(argument: hostFunction)
        return ContractInput(.invoke(function: function, auth: entries), sorobanData: try soroban.input())
    }
}
