// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR

/// The authorization entries that contract accounts sign to log in.
///
/// - Source: SEP-45 §Challenge, §Token.
struct ContractChallenge {
    /// The validity of a challenge, in ledgers: as long as that of SEP-10.
    static let ledgers: UInt32 = 180

    let accounts: PracticeAccounts
    let site: AnchorSite

    private static let function = SCSymbol(name: "web_auth_verify")

    private var contract: ContractID { PracticeContract.webAuth.id(on: accounts.network) }

    /// The entries for a contract account, that of the anchor signed.
    func make(
        for account: ContractID, homeDomain: String, nonce: [UInt8], random: @escaping () -> Int64,
        on snapshot: Snapshot
    ) throws(AnchorRefusal) -> [SorobanAuthorizationEntry] {
        let fields = [
            ("account", StrKey.contract(account).text), ("home_domain", homeDomain), ("nonce", Base64.encode(nonce)),
            ("web_auth_domain", site.domain), ("web_auth_domain_account", accounts.login.id.address),
        ]
        let map = fields.map { SCMapEntry(key: .name($0.0), val: .text($0.1)) }
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: Self.function, args: [.map(map)])
        let mode = AuthorizationMode.record(allowsNonRoot: false, isUpgraded: true, nonce: random)
        let execution = run(call, mode, on: snapshot)
        guard case .success = execution.result else { throw AnchorRefusal("No challenge can be made for this.") }
        let last = snapshot.latest.sequence + Self.ledgers
        return execution.authorization.map { accounts.login.sign($0, until: last, on: accounts.network) }
    }

    /// The session of signed entries, after all of a server's checks except whether the server issued the challenge.
    func session(
        of entries: [SorobanAuthorizationEntry], on snapshot: Snapshot
    ) throws(AnchorRefusal) -> Session {
        guard entries.count == 2, entries[0].rootInvocation == entries[1].rootInvocation else {
            throw Self.invalid("are not two of the same call")
        }
        let root = entries[0].rootInvocation
        guard root.subInvocations.isEmpty, case .contractFn(let call) = root.function,
            call.contractAddress == .contract(contract), call.functionName == Self.function, call.args.count == 1
        else { throw Self.invalid("are not of a call of web_auth_verify of this network's contract") }
        let account = try account(in: call)
        let signers = entries.map(\.credentials.address?.address)
        guard Set(signers) == [.contract(account), .account(accounts.login.id)] else {
            throw Self.invalid("are not one of the account and one of the anchor")
        }
        if case .failure(let error) = run(call, .enforce(entries), on: snapshot).result {
            throw Self.invalid("do not authorize the call: \(error.text), \(error.message)")
        }
        return Session(account)
    }

    private func account(in call: InvokeContractArgs) throws(AnchorRefusal) -> ContractID {
        guard case .map(let map?) = call.args[0] else { throw Self.invalid("have an argument that is not a map") }
        func text(_ name: String) -> String? {
            guard case .string(let value)? = map.first(where: { $0.key == .name(name) })?.val else { return nil }
            return String(decoding: value.bytes, as: UTF8.self)
        }
        guard let homeDomain = text("home_domain"), site.domains.contains(homeDomain),
            let webAuthDomain = text("web_auth_domain"), site.domains.contains(webAuthDomain)
        else { throw Self.invalid("name another domain") }
        guard text("web_auth_domain_account") == accounts.login.id.address else {
            throw Self.invalid("name another account of the anchor")
        }
        guard let address = text("account"), case .contract(let account)? = try? StrKey(address) else {
            throw Self.invalid("name no contract account")
        }
        return account
    }

    private func run(_ call: InvokeContractArgs, _ mode: AuthorizationMode, on snapshot: Snapshot) -> Execution {
        let state = snapshot.state
        return ContractCall(call, source: PracticeContract.deployer, in: snapshot.next).run(
            mode, footprint: nil, read: state.entry)
    }

    private static func invalid(_ reason: String) -> AnchorRefusal {
        AnchorRefusal("The authorization entries \(reason).")
    }
}
