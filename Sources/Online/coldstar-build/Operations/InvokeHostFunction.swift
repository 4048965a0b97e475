// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct InvokeHostFunction: OperationCommand {
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
    @OptionGroup var options: BuildOptions

    func resources() throws(Failure) -> SorobanTransactionData? { try soroban.data() }

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let entries = try auth.map { text throws(Failure) in
            try WireArgument.read(text, "--auth", as: SorobanAuthorizationEntry.self)
        }
        return .invokeHostFunction(
            InvokeHostFunctionOp(
                hostFunction: try WireArgument.read(hostFunction, "--host-function", as: HostFunction.self),
                auth: entries))
    }
}
