// SPDX-License-Identifier: Apache-2.0
// A payment from a new key to the ledger, on the practice network. Argument: the URL of a running coldstar-sandbox.
// With real money, "offline" and "online" below are two programs on two machines, and only the texts of request and response move.
import ColdstarOnline
import ColdstarSigner
import ColdstarStellar

func secret(_ text: String) throws(ColdstarError) -> Secret {
    try Secret(capacity: text.utf8.count) { buffer in
        buffer.copyBytes(from: text.utf8)
        return text.utf8.count
    }
}

guard CommandLine.arguments.count == 2 else { fatalError("usage: embedding URL") }
let url = CommandLine.arguments[1]
// A new folder for vault and journal. Delete it afterwards: the practice network forgets the accounts when it stops.
let home = "/tmp/coldstar-embedding-\(UInt64.random(in: 0...UInt64.max))"
print("folder", home)
// For the practice network only. Read a real PIN from the terminal straight into a Secret: literals and strings stay in memory.
let pin = "29401755"

do {
    // Offline machine: two keys, each behind a PIN. Write the words down; they are shown once.
    let vault = SigningVault(folder: home + "/vault")
    let alice = try vault.createKey(named: "alice", pin: try secret(pin)) { _ in }.account
    let bob = try vault.createKey(named: "bob", pin: try secret(pin)) { _ in }.account

    // Online machine: the accounts come into being, and the request is built, checked against the ledger and recorded.
    let client = try OnlineClient(
        folder: home + "/online", network: .testnet, servers: ServerSettings(horizonURLs: [url]))
    for account in [alice, bob] { try client.fund(account) }
    let request = try client.request(
        [.payment(of: try Amount("25.5"), to: bob)], from: alice, TransactionTerms(memo: try .text("Invoice 42")))
    for notice in request.notices { print("notice:", notice) }

    // Offline machine: a person reads the review, types what it asks for, and then the PIN. This sample answers for the person.
    let review = try vault.review(try request.text(), by: ["alice"])
    print(review.text)
    let answers = review.questions.map(\.value)
    let signed = try review.sign(answering: answers) { _ throws(ColdstarError) in try secret(pin) }

    // Online machine: the signatures are verified, the attempt is recorded, and the transaction followed to its outcome.
    let sent = try client.submit(try signed.text(.response), of: request)
    print("hash", sent.hash)
    switch sent.outcome {
    case .applied(let ledger): print("applied in ledger", ledger)
    case .rejected(let rejection): fatalError("rejected: \(rejection.error)")
    case .expired(let error), .notSubmitted(let error): fatalError("not applied: \(error)")
    case .unknown(let error): fatalError("call resume(), do not build it again: \(error)")
    }
} catch { fatalError("\(error.kind): \(error)") }
