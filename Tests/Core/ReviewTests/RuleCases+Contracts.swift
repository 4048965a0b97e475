// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

@testable import Review

/// The rules about contracts and tokens.
extension RuleCases {
    static let contracts = [
        RuleCase(.contractCall, .hold, "unknown contract") {
            $0.operations = [invoke(.invokeContract(call("deposit")))]
        } not: {
            $0.operations = [operation(.restoreFootprint(.init(ext: .v0)))]
        },
        RuleCase(.contractCall, .hold, "an argument of another type than a transfer's") {
            $0.operations = [
                invoke(.invokeContract(call("transfer", on: nativeContract, [.u32(1), .u32(2), .u32(3)])))
            ]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
        },
        RuleCase(.tokenTransfer, .warn, "XLM through its contract") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
        },
        RuleCase(.tokenTransfer, .warn, "an asset of the book") {
            $0.operations = [invoke(.invokeContract(transfer(on: usdcContract)))]
            $0.setUp = { $0.book = Book(assets: [usdc]) }
        } not: {
            $0.operations = [invoke(.invokeContract(transfer(on: usdcContract)))]
            $0.setUp = { $0.book = Book(assets: [asset("USDC", of: bob)]) }
        },
        RuleCase(.tokenTransfer, .warn, "the units of another account") {
            $0.operations = [
                invoke(.invokeContract(tokenCall("transfer", [.address(.account(carol.account)), to(bob), amount(5)])))
            ]
        },
        RuleCase(.tokenTransfer, .warn, "units destroyed") {
            $0.operations = [invoke(.invokeContract(tokenCall("burn", [to(alice), amount(5)])))]
        },
        RuleCase(.tokenTransfer, .hold, "an asset that only the policy names") {
            $0.operations = [invoke(.invokeContract(transfer(on: usdcContract)))]
            $0.setUp = { $0.policy = policy { $0.assets = .only([usdc.text]) } }
        },
        RuleCase(.tokenTransfer, .hold, "the token's own contract as the recipient") {
            $0.operations = [
                invoke(.invokeContract(tokenCall("transfer", [to(alice), .address(nativeContract), amount(5)])))
            ]
        },
        RuleCase(.newDestination, .warn, "a contract that receives tokens") {
            $0.operations = [
                invoke(.invokeContract(tokenCall("transfer", [to(alice), .address(contract), amount(5)])))
            ]
        } not: {
            $0.operations = [invoke(.invokeContract(tokenCall("transfer", [to(alice), to(bob), amount(5)])))]
            $0.setUp = { $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)]) }
        },
        RuleCase(.rawToken, .hold, "the contract of no known asset") {
            $0.operations = [invoke(.invokeContract(transfer()))]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
        },
        RuleCase(.rawToken, .hold, "the asset contract of another network") {
            $0.network = .public
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.setUp = { $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)]) }
        },
        RuleCase(.rawToken, .hold, "units destroyed of an unknown token") {
            $0.operations = [invoke(.invokeContract(call("burn_from", [to(carol), to(alice), amount(5)])))]
        },
        RuleCase(.allowance, .hold, "approve, without arguments") {
            $0.operations = [invoke(.invokeContract(call("approve")))]
        } not: {
            $0.operations = [invoke(.invokeContract(call("approved")))]
        },
        RuleCase(.allowance, .hold, "some units of a known token") {
            $0.operations = [invoke(.invokeContract(approve(units("5"))))]
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.allowance, .hold, "2^63 - 1") {
            $0.operations = [invoke(.invokeContract(approve(.max)))]
        },
        RuleCase(.allowance, .hold, "an unknown token") {
            $0.operations = [invoke(.invokeContract(approve(5, on: contract)))]
        },
        RuleCase(.allowance, .warn, "a withdrawn allowance") {
            $0.operations = [invoke(.invokeContract(approve(0)))]
        },
        RuleCase(.allowance, .hold, "approve authorized below another call") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(.sourceAccount, call("approve"))])
            ]
        },
        RuleCase(.tokenAdministration, .hold, "new units") {
            $0.operations = [invoke(.invokeContract(tokenCall("mint", on: usdcContract, [to(bob), amount(5)])))]
            $0.setUp = { $0.book = Book(assets: [usdc]) }
        } not: {
            $0.operations = [invoke(.invokeContract(call("mint")))]
        },
        RuleCase(.tokenAdministration, .hold, "an administrator of an unknown token") {
            $0.operations = [invoke(.invokeContract(call("set_admin", [to(bob)])))]
        },
        RuleCase(.tokenAdministration, .hold, "a holder forbidden below another call") {
            let forbid = tokenCall("set_authorized", [to(bob), .bool(false)])
            $0.operations = [invoke(.invokeContract(transfer()), auth: [authorization(.sourceAccount, forbid)])]
        },
        RuleCase(.upgrade, .hold, "new code") {
            $0.operations = [invoke(.invokeContract(call("upgrade")))]
        } not: {
            $0.operations = [invoke(.invokeContract(call("upgraded")))]
        },
        RuleCase(.upgrade, .hold, "code that another contract names") {
            $0.operations = [invoke(.createContract(followingTag))]
        } not: {
            $0.operations = [
                invoke(.createContract(.init(contractIDPreimage: .asset(usdc), executable: .stellarAsset)))
            ]
        },
        RuleCase(.foreignRoot, .hold, "an entry for another call") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 5), call("approve"))])
            ]
        } not: {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 5), transfer())])
            ]
        },
        RuleCase(.foreignRoot, .hold, "a call in the source's name") {
            $0.operations = [
                invoke(.invokeContract(call("route")), auth: [authorization(.sourceAccount, transfer())])
            ]
        },
        RuleCase(.nested, .hold, "a transfer below the call") {
            $0.operations = [nesting(transfer(on: nativeContract))]
        } not: {
            $0.operations = [nesting(call("log"))]
        },
        RuleCase(.nested, .hold, "new units of an unknown token below the call") {
            $0.operations = [nesting(call("mint", [to(bob), amount(5)]))]
        },
        RuleCase(.delegates, .hold, "delegates in a transaction") {
            $0.operations = [
                invoke(
                    .invokeContract(transfer()),
                    auth: [authorization(delegating(until: 5, to: [carol, mallory]), transfer())])
            ]
        } not: {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 5), transfer())])
            ]
        },
        RuleCase(.authorization, .hold, "an entry") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 5), transfer())])
            ]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
        },
        RuleCase(.authorization, .hold, "the source's entry with a call below the first") {
            $0.operations = [nesting(call("log"))]
        },
        RuleCase(.authorization, .info, "the source's entry for a known token's call alone") {
            let call = transfer(on: nativeContract)
            $0.operations = [invoke(.invokeContract(call), auth: [authorization(.sourceAccount, call)])]
        },
        RuleCase(.authorization, .hold, "the source's entry for another contract's call alone") {
            $0.operations = [invoke(.invokeContract(transfer()), auth: [authorization(.sourceAccount, transfer())])]
        },
        RuleCase(.contractCall, .hold, "a token that is not known") {
            $0.operations = [invoke(.invokeContract(transfer()))]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
        },
        RuleCase(.authorization, .hold, "an entry alone") {
            $0.subject = alone(credentials(until: 0))
        },
        RuleCase(.authorization, .refuse, "a source's entry alone") {
            $0.subject = alone(.sourceAccount)
        },
        RuleCase(.foreignRoot, .hold, "an entry alone, for no transaction") {
            $0.subject = alone(credentials(until: 0))
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.subject = alone(credentials(until: 0), within: $0.envelope)
        },
        RuleCase(.foreignRoot, .hold, "an entry alone, for a transaction with another call") {
            $0.operations = [invoke(.invokeContract(call("other")))]
            $0.subject = alone(credentials(until: 0), within: $0.envelope)
        },
        RuleCase(.unboundPayload, .hold, "older credentials, and a key of two accounts") {
            $0.subject = alone(credentials(until: 0))
            $0.setUp = withTwoAccounts
        } not: {
            guard case .address(let body) = credentials(until: 0) else { return }
            $0.subject = alone(.addressV2(body))
            $0.setUp = withTwoAccounts
        },
        RuleCase(.unboundPayload, .warn, "the older digest of an account with context rules, under older credentials") {
            $0.subject = ruled(.rules, old: true)
            $0.setUp = { $0.key = SigningKey(alice.account) }
        } not: {
            $0.subject = ruled(.rules, old: false)
        },
        RuleCase(.unsignedDelegates, .warn, "an account of a release before 0.7.3") {
            $0.subject = ruled(.account, old: false)
            $0.setUp = {
                $0.claims.contracts = [
                    SpecSamples.material(SpecSamples.smartAccount(errors: [3000, 3016]), of: hash(9))
                ]
            }
        } not: {
            $0.subject = ruled(.account, old: false)
            $0.setUp = {
                $0.claims.contracts = [
                    SpecSamples.material(SpecSamples.smartAccount(errors: [3016, 3017]), of: hash(9))
                ]
            }
        },
        RuleCase(.delegates, .refuse, "the entry of a delegated signer") {
            $0.operations = [
                invoke(
                    .invokeContract(transfer()), auth: [authorization(credentials(until: 5), call("__check_auth", []))])
            ]
        },
        RuleCase(.delegates, .hold, "an entry alone that the key signs as a delegate") {
            $0.subject = alone(delegating(until: 0, to: [carol, mallory]))
            $0.setUp = { $0.key = SigningKey(carol.account) }
        },
        RuleCase(.delegates, .hold, "an entry alone whose delegates are below a delegate") {
            $0.subject = alone(delegating(until: 0, to: [carol], below: [bob, mallory]))
            $0.setUp = { $0.key = SigningKey(mallory.account) }
        },
        RuleCase(.delegates, .hold, "an entry alone, before a key is chosen") {
            $0.subject = alone(delegating(until: 0, to: [carol]))
            $0.setUp = { $0.key = nil }
        },
        RuleCase(.delegates, .refuse, "an entry alone that names neither the key nor an account of it") {
            $0.subject = alone(delegating(until: 0, to: [carol]))
            $0.setUp = { $0.key = SigningKey(mallory.account) }
        },
        RuleCase(.delegates, .refuse, "a delegate twice") {
            $0.subject = alone(delegating(until: 0, to: [carol, carol]))
            $0.setUp = { $0.key = SigningKey(carol.account) }
        },
        RuleCase(.delegates, .refuse, "delegates in another order") {
            $0.subject = alone(delegating(until: 0, to: [carol, mallory], reversed: true))
            $0.setUp = { $0.key = SigningKey(carol.account) }
        },
        RuleCase(.authorizationExpiry, .hold, "an entry alone that ends with more than a day") {
            $0.subject = alone(credentials(until: 5), until: 17_381)
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.authorizationExpiry, .warn, "an entry alone whose own end does not count") {
            $0.subject = alone(credentials(until: 17_381), until: 17_380)
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.policy, .refuse, "an entry alone") {
            $0.subject = alone(credentials(until: 0))
            $0.setUp = { $0.policy = Policy() }
        } not: {
            $0.subject = alone(credentials(until: 0))
        },
        RuleCase(.otherKind, .refuse, "an entry called a transaction") {
            $0.subject = alone(credentials(until: 0))
            $0.setUp = { $0.claims.kind = .transaction }
        } not: {
            $0.subject = alone(credentials(until: 0))
            $0.setUp = { $0.claims.kind = .authorization }
        },
        RuleCase(.contractLogin, .refuse, "a login with broken rules") {
            $0.subject = alone(credentials(until: 0), call("web_auth_verify"))
        } not: {
            $0.subject = alone(credentials(until: 0))
        },
        RuleCase(.authorizationExpiry, .hold, "no ledger claimed") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 5), transfer())])
            ]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()), auth: [authorization(.sourceAccount, transfer())])]
        },
        RuleCase(.authorizationExpiry, .hold, "over a day") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 17_381), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.authorizationExpiry, .warn, "within a day of the claimed ledger") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 17_380), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.authorizationExpiry, .warn, "at the claimed ledger itself") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 100), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.authorizationExpiry, .hold, "before the claimed ledger") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 99), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 100 }
        },
        RuleCase(.authorizationExpiry, .hold, "a claimed ledger far past the expiry") {
            $0.operations = [
                invoke(
                    .invokeContract(transfer()), auth: [authorization(credentials(until: 4_000_000_000), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 4_100_000_000 }
        },
        RuleCase(.authorizationExpiry, .hold, "an impossible claimed ledger shortly before a far expiry") {
            $0.operations = [
                invoke(
                    .invokeContract(transfer()), auth: [authorization(credentials(until: 4_000_000_000), transfer())])
            ]
            $0.setUp = { $0.claims.ledger = 3_999_999_000 }
        },
        RuleCase(.authorizationExpiry, .hold, "a claimed ledger that is possible one second later") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 101), transfer())])
            ]
            $0.setUp = {
                $0.now = Timestamp(1_443_571_299)
                $0.claims.ledger = 100
            }
        },
        RuleCase(.authorizationExpiry, .warn, "a claimed ledger that has just become possible") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 101), transfer())])
            ]
            $0.setUp = {
                $0.now = Timestamp(1_443_571_300)
                $0.claims.ledger = 100
            }
        },
        RuleCase(.authorizationExpiry, .hold, "a clock at 0") {
            $0.operations = [
                invoke(.invokeContract(transfer()), auth: [authorization(credentials(until: 101), transfer())])
            ]
            $0.setUp = {
                $0.now = Timestamp(0)
                $0.claims.ledger = 100
            }
        },
        RuleCase(.contractLogin, .warn, "web_auth_verify in a transaction") {
            $0.operations = [invoke(.invokeContract(call("web_auth_verify")))]
        } not: {
            $0.operations = [invoke(.invokeContract(call("web_auth")))]
        },
        RuleCase(.footprint, .info, "restore") { $0.operations = [operation(.restoreFootprint(.init(ext: .v0)))] },
        RuleCase(.footprint, .info, "restore of a contract's entries") {
            $0.operations = [operation(.restoreFootprint(.init(ext: .v0)))]
            $0.ext = resources(writing: [contract])
        },
        RuleCase(.footprint, .info, "resources") { $0.ext = resources() },
        RuleCase(.footprint, .hold, "a transfer of a known token that may write another contract's entries") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.ext = resources(writing: [nativeContract, usdcContract])
        },
        RuleCase(.footprint, .warn, "a call that may write another contract's entries") {
            $0.operations = [invoke(.invokeContract(call("swap", on: nativeContract)))]
            $0.ext = resources(writing: [usdcContract])
        },
        RuleCase(.footprint, .hold, "a transfer of a known token that may write a stranger's account") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.ext = resources(accounts: [alice, bob, carol])
        },
        RuleCase(.footprint, .info, "a transfer that writes the accounts that it names") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.ext = resources(accounts: [alice, bob])
        },
        RuleCase(.footprint, .info, "a transfer that writes entries of its own token") {
            $0.operations = [invoke(.invokeContract(transfer(on: nativeContract)))]
            $0.ext = resources(writing: [nativeContract])
        },
        RuleCase(.restored, .warn, "an archived entry of a contract") {
            $0.operations = [invoke(.invokeContract(call("deposit")))]
            $0.ext = resources(writing: [contract], restoring: [0])
        } not: {
            $0.operations = [invoke(.invokeContract(call("deposit")))]
            $0.ext = resources(writing: [contract], restoring: [])
        },
        RuleCase(.restored, .warn, "a list that is not valid") {
            $0.operations = [invoke(.invokeContract(call("deposit")))]
            $0.ext = resources(writing: [contract], restoring: [4_000_000_000])
        },
        RuleCase(.contractCode, .hold, "upload") {
            $0.operations = [invoke(.uploadContractWasm(bytes("code")))]
        } not: {
            $0.operations = [invoke(.invokeContract(transfer()))]
        },
        RuleCase(.contractCode, .hold, "creation from another contract's code") {
            $0.operations = [invoke(.createContract(followingTag))]
        },
        RuleCase(.contractCode, .hold, "creation") {
            $0.operations = [
                invoke(.createContract(.init(contractIDPreimage: .asset(usdc), executable: .stellarAsset)))
            ]
        },
        RuleCase(.sequenceUsed, .warn, "the same call, simulated again") {
            $0.operations = [invoke(.invokeContract(transfer()), auth: [authorization(.sourceAccount, transfer())])]
            $0.setUp = { $0.history = FixedHistory(sequence: 101, summary: summary(of: transfer())) }
        },
        RuleCase(.sequenceUsed, .hold, "another call with the number") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.history = FixedHistory(sequence: 101, summary: summary(of: call("other"))) }
        },
        RuleCase(.sequenceUsed, .hold, "a longer call that begins like this one") {
            $0.operations = [invoke(.invokeContract(transfer()))]
            $0.setUp = { $0.history = FixedHistory(sequence: 101, summary: summary(of: transfer()) + "; and more") }
        },
    ]

    private static func summary(of call: InvokeContractArgs) -> String {
        OperationSummary.of(
            .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: [])),
            tokens: KnownTokens()
        ).plain
    }

    private static let usdcContract = SCAddress.contract(ContractIDPreimage.asset(usdc).contract(on: .testnet))

    private static func to(_ person: Person) -> SCVal { .address(.account(person.account)) }
    private static func amount(_ units: Int64) -> SCVal { .i128(Int128Parts(hi: 0, lo: UInt64(units))) }

    private static func tokenCall(
        _ name: String, on contract: SCAddress = nativeContract, _ arguments: [SCVal]
    ) -> InvokeContractArgs {
        call(name, on: contract, arguments)
    }

    private static func approve(_ units: Int64, on contract: SCAddress = nativeContract) -> InvokeContractArgs {
        call("approve", on: contract, [to(alice), to(bob), amount(units), .u32(5000)])
    }

    /// A call that the source authorizes with another one below it.
    private static func nesting(_ below: InvokeContractArgs) -> Operation {
        let route = call("route")
        let entry = SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: SorobanAuthorizedInvocation(
                function: .contractFn(route),
                subInvocations: [SorobanAuthorizedInvocation(function: .contractFn(below), subInvocations: [])]))
        return invoke(.invokeContract(route), auth: [entry])
    }

    /// A request for an authorization entry.
    private static func alone(
        _ credentials: SorobanCredentials, _ call: InvokeContractArgs = transfer(), until ledger: UInt32 = 200,
        within envelope: TransactionEnvelope? = nil
    ) -> ReviewInput.Subject {
        .authorization(
            AuthorizationRequest(
                entry: authorization(credentials, call), envelope: envelope, expirationLedger: ledger,
                claimedLedger: 100), on: .testnet)
    }

    /// A request for the entry of an account of OpenZeppelin's library.
    private static func ruled(_ digest: AuthPayload.Digest, old: Bool) -> ReviewInput.Subject {
        let body = SorobanAddressCredentials(
            address: .contract(hash(9)), nonce: 5, signatureExpirationLedger: 200, signature: .void)
        return .authorization(
            AuthorizationRequest(
                entry: authorization(old ? .address(body) : .addressV2(body), call("stop")), expirationLedger: 200,
                claimedLedger: 100, contextRules: [0], ruleDigest: digest), on: .testnet)
    }

    /// The key of Bob, who also signs for Carol's account.
    private static func withTwoAccounts(_ input: inout ReviewInput) {
        input.key = SigningKey(bob.account)
        input.book = Book(accounts: [
            KnownAccount(
                account: carol.account, signers: [Signer(key: .ed25519(bob.account.key), weight: 1)], low: 1,
                medium: 1, high: 1)
        ])
    }

    /// The credentials of Bob's account with delegates, in their order.
    private static func delegating(
        until ledger: UInt32, to delegates: [Person], below nested: [Person] = [], reversed: Bool = false
    ) -> SorobanCredentials {
        guard case .address(let body) = credentials(until: ledger) else { return .sourceAccount }
        func made(_ people: [Person], _ below: [SorobanDelegateSignature]) -> [SorobanDelegateSignature] {
            let all = people.map {
                SorobanDelegateSignature(address: .account($0.account), signature: .void, nestedDelegates: below)
            }
            let ordered = all.sorted { $0.address.xdr.lexicographicallyPrecedes($1.address.xdr) }
            return reversed ? ordered.reversed() : ordered
        }
        return .addressWithDelegates(
            SorobanAddressCredentialsWithDelegates(
                addressCredentials: body, delegates: made(delegates, made(nested, []))))
    }
}
