// SPDX-License-Identifier: Apache-2.0
// Payments from a new key to the ledger, on the practice network. Argument: the URL of a running coldstar-sandbox. With
// real money, "offline" and "online" below are two programs on two machines, and only the texts of request and response
// move.
import ColdstarOnline
import ColdstarSigner
import ColdstarStellar

func secret(_ text: String) throws(ColdstarError) -> Secret {
    try Secret(capacity: text.utf8.count) { buffer in
        buffer.copyBytes(from: text.utf8)
        return text.utf8.count
    }
}

/// For the practice network only. Read a real PIN from the terminal straight into a Secret: literals and strings stay
/// in memory.
private let pin = "29401755"

@main
struct Embedding {
    static func main() async {
        do { try await pay() } catch let error as ColdstarError { fatalError("\(error.kind): \(error)") } catch {
            fatalError("\(error)")
        }
    }
}

private func pay() async throws {
    guard CommandLine.arguments.count == 2 else { fatalError("usage: embedding URL") }
    let url = CommandLine.arguments[1]
    // A new folder for vault and journal. Delete it afterwards: the practice network forgets the accounts when it
    // stops.
    let home = "/tmp/coldstar-embedding-\(UInt64.random(in: 0...UInt64.max))"
    print("folder", home)

    // Offline machine: two keys, each behind a PIN. Write the words down; they are shown once.
    let vault = SigningVault(folder: home + "/vault")
    let alice = try vault.createKey(named: "alice", pin: try secret(pin)) { _ in }.account
    let bob = try vault.createKey(named: "bob", pin: try secret(pin)) { _ in }.account

    // A person reads the page, types what it asks for, and then the PIN. This sample answers for the person.
    func sign(_ request: SigningRequest) throws -> String {
        let review = try vault.review(try request.text(), by: ["alice"])
        drawPage(review)
        let answers = review.questions.map(\.value)
        return try review.sign(answering: answers) { _ throws(ColdstarError) in try secret(pin) }.text(.response)
    }

    // Online machine: the accounts come into being, and the request is built, checked against the ledger and recorded.
    let client = try OnlineClient(
        folder: home + "/online", network: .testnet, servers: ServerSettings(horizonURLs: [url]))
    for account in [alice, bob] { try await client.fund(account) }
    let amount = try Amount(parsing: "25.5")
    let request = try await client.request(
        [.payment(of: amount, to: bob)], from: alice, TransactionTerms(memo: try .text("Invoice 42")))
    for notice in request.notices { print("notice:", notice) }

    // Online machine: the signatures are verified, the attempt is recorded, and the transaction followed to its
    // outcome.
    let sent = try await client.submit([try sign(request)], of: request) { progress in
        if case .note(let line) = progress { print("note:", line) }
    }
    report(sent[0])

    // A task that is cancelled sends nothing more. What it may have sent is in the journal, and is never built again.
    let second = try await client.request([.payment(of: amount, to: bob)], from: alice)
    let response = try sign(second)
    let task = Task { try await client.submit([response], of: second) }
    task.cancel()
    do {
        print("cancelled:", try await task.value[0].outcome)
        for resumed in try await client.resume() { report(resumed) }
    } catch is CancellationError {
        print("cancelled before anything was sent")
        report(try await client.submit(response, of: second))
    }
    for entry in try client.history() { print("history:", entry.state.rawValue, entry.summary ?? "") }

    let offline = try OnlineClient(
        folder: home + "/gallery", network: .testnet, servers: ServerSettings(horizonURLs: [url]))
    try buildEveryOperation(with: offline, as: alice, and: bob)
}

func report(_ sent: SubmittedTransaction) {
    print("hash", sent.hash)
    switch sent.outcome {
    case .applied(let ledger): print("applied in ledger", ledger)
    case .rejected(let rejection): fatalError("rejected: \(rejection.error)")
    case .expired(let error), .notSubmitted(let error): fatalError("not applied: \(error)")
    case .unknown(let error): fatalError("call resume(), do not build it again: \(error)")
    }
}
