// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Terminal

struct CommandStyleTests {
    @Test func `inputs are options`() {
        #expect(Wording("\(field: .sendAmount): no").text(in: CommandStyle()) == "--send-amount: no")
        #expect(Wording("give \(field: .format, "xdr")").text(in: CommandStyle()) == "give --format xdr")
        #expect(Wording("\(field: .words("the account")): no").text(in: CommandStyle()) == "the account: no")
    }

    @Test(
        arguments: [
            (.build(.fund(account: nil)), "coldstar-build fund ACCOUNT"),
            (
                .build(.addTrustline(account: "G1", asset: "USD:G2")),
                "coldstar-build trust add --source G1 --asset USD:G2"
            ),
            (.build(.cancel(hash: "ab")), "coldstar-build cancel ab"),
            (.submit(.dropSurplus), "coldstar-submit merge --drop-surplus"),
            (.build(.request), "coldstar-build"),
            (.sign(.acceptBook(key: nil)), "coldstar-sign book accept --key NAME"),
            (.sign(.addKnownAccount(account: nil)), "coldstar-sign book accounts add"),
            (.sign(.addContact), "coldstar-sign book contacts add NAME ADDRESS"),
            (.sign(.removeContact(name: "it's")), "coldstar-sign book contacts remove 'it'\\''s'"),
            (.anchor(.resume(number: 7, isLoopback: true)), "coldstar-submit anchor resume 7 --http-loopback"),
        ] as [(NextStep, String)])
    func `actions are commands`(step: NextStep, command: String) {
        #expect(Wording("\(step: step)").text(in: CommandStyle()) == command)
    }

    private let anchor = NextStep.AnchorReference(
        homeDomain: "a.example", account: "GA", memoID: 5, network: (name: "testnet", passphrase: "p"))

    @Test func `commands about an anchor name it, the user and the network`() {
        #expect(
            Wording("\(step: .anchor(.info(anchor)))").text(in: CommandStyle())
                == "coldstar-submit anchor info --home-domain a.example --account GA --memo-id 5 -n testnet")
        #expect(
            Wording("\(step: .anchor(.giveCustomerFields(anchor, type: "x y", fields: ["first_name"])))").text(
                in: CommandStyle())
                == "coldstar-submit anchor customer put --home-domain a.example --account GA --memo-id 5 -n testnet --type 'x y' --field first_name=..."
        )
    }

    @Test func `commands about an anchor repeat the options of the run`() {
        let style = CommandStyle(repeating: " --home x")
        #expect(
            Wording("\(step: .anchor(.resume(number: 7, isLoopback: false)))").text(in: style)
                == "coldstar-submit anchor resume 7 --home x")
        #expect(Wording("\(step: .submit(.resume))").text(in: style) == "coldstar-submit resume")
    }

    @Test func `an id that looks like an option is no option`() {
        #expect(
            Wording("\(step: .anchor(.watch(anchor, .id("-x"))))").text(in: CommandStyle())
                == "coldstar-submit anchor watch --home-domain a.example --account GA --memo-id 5 -n testnet -- '-x'")
        #expect(
            Wording("\(step: .anchor(.payWithdrawal(anchor, .id("-x"))))").text(in: CommandStyle()).hasSuffix(
                "--id='-x'")
        )
    }
}
