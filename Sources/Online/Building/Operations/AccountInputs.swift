// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// The creation of an account with its first XLM.
package struct CreateAccountInput: OperationInput {
    private let destination: AccountReference
    private let startingBalance: Amount

    package init(destination: AccountReference, startingBalance: Amount) {
        self.destination = destination
        self.startingBalance = startingBalance
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let balance = try startingBalance.positive(.startingBalance, allowsZero: true)
        let destination = try builder.accountID(destination, .destination)
        return .createAccount(CreateAccountOp(destination: destination, startingBalance: balance.stroops))
    }
}

/// The merge of the account into another, which receives all its XLM.
package struct MergeAccountInput: OperationInput {
    private let destination: AccountReference

    package init(destination: AccountReference) { self.destination = destination }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        .accountMerge(try builder.destination(destination, .destination))
    }
}

/// The raise of the account's sequence number.
package struct BumpSequenceInput: OperationInput {
    private let bumpTo: SequenceNumber

    package init(bumpTo: SequenceNumber) { self.bumpTo = bumpTo }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        .bumpSequence(BumpSequenceOp(bumpTo: bumpTo))
    }
}

/// The inflation that networks refuse since protocol 12.
package struct InflationInput: OperationInput {
    package init() {}

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        builder.notices.append(.note(.noInflation, "inflation ended with protocol 12; networks refuse this operation"))
        return .inflation
    }
}

extension OperationSpec {
    package static let createAccount = OperationSpec(
        "create-account", title: "Create account", "Create an account and give it its first XLM.",
        [
            .destination("New account", "The new account: G..., a contact, or name*domain."),
            InputField(
                .startingBalance, "Starting balance", .amount,
                "XLM; at least two base reserves, unless the reserve is sponsored."),
        ], example: [(.destination, "G..."), (.startingBalance, "5")]
    ) { texts throws(Failure) in
        CreateAccountInput(
            destination: try texts.value(.destination), startingBalance: try texts.value(.startingBalance))
    }

    package static let mergeAccount = OperationSpec(
        "merge-account", title: "Merge account", "Close the account and send all its XLM to another.",
        notes: "Trustlines, offers, data entries and sponsorships must be removed first.",
        [
            .destination("To", "The account that receives all XLM: G..., M..., a contact, or name*domain.")
        ], example: [(.destination, "G...")]
    ) { texts throws(Failure) in MergeAccountInput(destination: try texts.value(.destination)) }

    package static let bumpSequence = OperationSpec(
        "bump-sequence", title: "Bump sequence",
        "Raise the account's sequence number; transactions signed for the skipped numbers become void.",
        [
            InputField(
                .bumpTo, "New sequence number", .number,
                "The new sequence number; one below the account's own has no effect.")
        ], example: [(.bumpTo, "123456789")]
    ) { texts throws(Failure) in BumpSequenceInput(bumpTo: try texts.value(.bumpTo)) }

    package static let inflation = OperationSpec(
        "inflation", title: "Inflation",
        "Run inflation, which the network ended in 2019: the operation always fails.",
        wholeExample: [(.network, "local"), (.source, "G..."), (.sequence, "7")]
    ) { _ in InflationInput() }
}
