// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarStellar
import StellarXDR
import TestSupport
import Testing

/// Operations as values: read from the wire, made for it, and what the wire has no room for.
struct OperationTests {
    private static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private static let customer = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK"

    /// The operation of each body, with the source that it names.
    @Test(arguments: OperationType.allCases)
    func `makes the same bytes of every operation that it reads`(type: OperationType) throws {
        let accounts = (1...3).map { AccountID.ed25519(Uint256(Array(repeating: UInt8($0), count: 32)) ?? Uint256()) }
        let operations = try GeneratedValues.operations(type, accounts: accounts)
        #expect(!operations.isEmpty)
        for operation in operations {
            let read = TransactionOperation(operation)
            #expect(try TransactionOperation(read.body).value == operation)
            #expect(try TransactionOperation(parsing: read.description) == read)
        }
    }

    @Test func `an operation may act for another account than the transaction's`() throws {
        let (account, customer) = (try Account(parsing: Self.alice), try Account(parsing: Self.customer))
        let operation = try TransactionOperation(
            .payment(try Amount(parsing: "2.5"), .native, to: customer), source: account)
        #expect(operation.source == account)
        guard case .payment(let amount, let asset, let destination) = operation.body else {
            Issue.record("a payment was made")
            return
        }
        #expect(amount.stroops == 25_000_000 && asset == .native && destination == customer)
        #expect(TransactionOperation.payment(of: amount, to: customer).source == nil)
    }

    @Test func `a deployment and its arguments are values`() throws {
        let call = ContractFunction.call(
            try ContractAddress(parsing: "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC"),
            function: "transfer",
            arguments: [
                .address(ContractAddress(try Account(parsing: Self.alice))), .i128(-5), .u128(.max),
                .map([.init(.symbol("a"), .vector([.bool(true), .void]))]),
            ])
        let operation = try TransactionOperation(.invokeHostFunction(call, authorizations: []))
        #expect(operation.body == .invokeHostFunction(call, authorizations: []))
        #expect(operation.description.contains("-5"))
    }

    // MARK: rejections

    @Test func `rejects what the protocol has no room for`() throws {
        let (account, customer) = (try Account(parsing: Self.alice), try Account(parsing: Self.customer))
        var options = TransactionOperation.AccountOptions()
        options.homeDomain = ByteString(String(repeating: "x", count: 33))
        let long = ByteString(String(repeating: "x", count: 65))
        let six = Array(repeating: ColdstarStellar.Asset.native, count: 6)
        let path = TransactionOperation.PathPayment(
            sent: .native, sentAmount: .zero, destination: account, received: .native, receivedAmount: .zero, path: six)
        let claimants = Array(repeating: TransactionOperation.Claimant(account), count: 11)
        let both = TransactionOperation.Claimant(account, .and([.unconditional, .unconditional, .unconditional]))
        let bodies: [TransactionOperation.Body] = [
            .createAccount(customer, startingBalance: .zero), .allowTrust(customer, code: "USD", authorize: 1),
            .allowTrust(account, code: "ABCDEFGHIJKLM", authorize: 1), .beginSponsoringFutureReserves(of: customer),
            .setTrustLineFlags(customer, .native, set: 0, clear: 0), .setOptions(options),
            .manageData(name: long, value: nil), .manageData(name: "a", value: long.bytes),
            .pathPaymentStrictSend(path), .pathPaymentStrictReceive(path),
            .createClaimableBalance(.zero, .native, claimants: claimants),
            .createClaimableBalance(.zero, .native, claimants: [both]), .revokeSponsorship(.account(customer)),
            .invokeHostFunction(.upload(wasm: []), authorizations: [try WireValue(parsing: "AAAAAA==", as: "Memo")]),
        ]
        for body in bodies {
            let error = #expect(throws: ColdstarError.self) { try TransactionOperation(body) }
            #expect(error?.kind == .invalidInput)
        }
    }

    @Test(arguments: ["", "{}", "AAAA", #"{"source_account":null,"body":"nothing"}"#])
    func `rejects a text that is not an operation`(text: String) {
        #expect(throws: ColdstarError.self) { try TransactionOperation(parsing: text) }
        #expect(TransactionOperation(text) == nil)
    }

    @Test func `rejects a type that the protocol does not have`() {
        let error = #expect(throws: ColdstarError.self) { try WireValue(parsing: "AAAA", as: "Nothing") }
        #expect(error?.kind == .misuse)
    }
}
