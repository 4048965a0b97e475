// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct ManageData: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Write, change or remove a data entry of the account.",
        discussion: """
            Example: coldstar-build manage-data --network testnet --source G... --data-name config.memo_required --data-value 1
            """)

    @Option(help: "The entry's name: 1 to 64 ASCII characters.")
    var dataName: String

    @Option(help: "The value as text, at most 64 bytes; it may be empty.")
    var dataValue: String?

    @Option(help: "The value in hexadecimal digits.")
    var dataValueHex: String?

    @Option(help: "The value in base64.")
    var dataValueBase64: String?

    @Flag(help: "Remove the entry.")
    var delete = false

    func operation() -> any OperationInput {
        var input = DataEntryInput(dataName)
        (input.dataValue, input.dataValueHex, input.dataValueBase64) = (dataValue, dataValueHex, dataValueBase64)
        input.delete = delete
        return input
    }
}
