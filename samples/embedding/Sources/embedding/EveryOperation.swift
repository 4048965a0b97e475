// SPDX-License-Identifier: Apache-2.0
// Every operation of the protocol, as values. Each is built with a sequence number of our own, so that no server is
// asked.
import ColdstarOnline
import ColdstarStellar

func buildEveryOperation(with client: OnlineClient, as me: Account, and friend: Account) throws {
    let (mine, euro) = (try Asset(parsing: "USD:\(me)"), try Asset(parsing: "EUR:\(friend)"))
    let (one, two) = (try Amount(parsing: "1"), try Amount(parsing: "2"))
    let half = Price(numerator: 1, denominator: 2)
    let path = TransactionOperation.PathPayment(
        sent: .native, sentAmount: two, destination: friend, received: euro, receivedAmount: one)
    let offer = TransactionOperation.Offer(selling: .native, buying: euro, amount: one, price: half)
    var options = TransactionOperation.AccountOptions()
    options.homeDomain = "example.com"
    options.signer = (try SignerKey(parsing: "\(friend)"), 1)
    let balance = try ClaimableBalance(parsing: String(repeating: "ab", count: 32))
    let pool = try LiquidityPool(parsing: String(repeating: "cd", count: 32))
    let deposit = TransactionOperation.PoolDeposit(
        pool: pool, maximumA: one, maximumB: two, minimumPrice: half, maximumPrice: half)
    let inTime = TransactionOperation.Claimant(friend, try ClaimPredicate(parsing: "before 2100-01-01T00:00:00Z"))
    let call = ContractFunction.call(
        try ContractAddress(parsing: "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC"), function: "transfer",
        arguments: [.address(ContractAddress(me)), .address(ContractAddress(friend)), .i128(10_000_000)])
    let plain: [TransactionOperation.Body] = [
        .createAccount(friend, startingBalance: two), .payment(one, .native, to: friend), .pathPaymentStrictSend(path),
        .pathPaymentStrictReceive(path), .manageSellOffer(offer, id: 0), .manageBuyOffer(offer, id: 0),
        .createPassiveSellOffer(offer), .setOptions(options), .changeTrust(.asset(euro), limit: one),
        .allowTrust(friend, code: "USD", authorize: 1), .accountMerge(into: friend), .inflation,
        .manageData(name: "colour", value: [1, 2, 3]), .bumpSequence(to: 99),
        .createClaimableBalance(one, .native, claimants: [inTime]), .claimClaimableBalance(balance),
        .beginSponsoringFutureReserves(of: friend), .endSponsoringFutureReserves,
        .revokeSponsorship(.data(friend, name: "colour")), .clawback(one, mine, from: friend),
        .clawbackClaimableBalance(balance), .setTrustLineFlags(friend, mine, set: 1, clear: 0),
        .liquidityPoolDeposit(deposit), .liquidityPoolWithdraw(pool, shares: one, minimumA: one, minimumB: one),
    ]
    // What a simulation would say; with a Stellar RPC server, `request(calling:)` and `request(simulating:)` ask one.
    let resources = try WireValue(
        parsing: """
            {"ext":"v0","resources":{"footprint":{"read_only":[],"read_write":[]},"instructions":0,\
            "disk_read_bytes":0,"write_bytes":0},"resource_fee":"100"}
            """, as: "SorobanTransactionData")
    let ofContracts: [TransactionOperation.Body] = [
        .invokeHostFunction(call, authorizations: []), .extendFootprintTTL(to: 1000), .restoreFootprint,
    ]
    let terms = TransactionTerms(feePerOperation: 1000, sequence: .number(1))
    var built = try plain.map { body in
        try client.request([try TransactionOperation(body)], from: me, terms).transaction
    }
    built += try ofContracts.map { body in
        try client.request(try TransactionOperation(body), resources: resources, from: me, terms).transaction
    }
    let read = built.flatMap(\.operations).map(\.body)
    guard read == plain + ofContracts else { fatalError("an operation is read as another one") }
    print("built and read again:", built.count, "operations")
}
