// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import HTTP
import Journal
import Stellar
import StellarXDR
import Testing

@testable import Desk

struct TransferPageTests {
    private func record(
        _ kind: TransferKind = .deposit, _ spoken: TransferProtocol = .sep6, _ step: RecordedTransfer.Step,
        _ status: TransferStatus? = nil
    ) throws -> RecordedTransfer {
        var record = RecordedTransfer(
            network: .testnet, homeDomain: "anchor.example",
            account: try MuxedAccount(address: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"), memo: nil,
            kind: kind,
            protocol: spoken, asset: "USDC")
        (record.number, record.step, record.status) = (3, step, status)
        return record
    }

    private func states(_ record: RecordedTransfer, isLoggedIn: Bool = true) -> String {
        TransferPage.steps(record, isLoggedIn: isLoggedIn).map(\.state.rawValue).joined(separator: " ")
    }

    @Test func `has four steps, of which one is now`() throws {
        #expect(states(try record(.customer), isLoggedIn: false) == "now todo todo todo")
        for step in [RecordedTransfer.Step.customer, .fee, .summary, .sending] {
            #expect(states(try record(step)) == "done now todo todo")
        }
        for status in [nil, .incomplete, .pendingUserTransferStart, .pendingUser, .pendingCustomerInfoUpdate]
            as [TransferStatus?]
        {
            #expect(states(try record(.begun, status)) == "done done now todo")
        }
        for status in [.pendingAnchor, .pendingExternal, .pendingTrust, TransferStatus(rawValue: "new")] {
            #expect(states(try record(.begun, status)) == "done done done now")
        }
    }

    @Test func `ends well or badly`() throws {
        for status in [TransferStatus.completed, .refunded] {
            #expect(states(try record(.begun, status), isLoggedIn: false) == "done done done done")
        }
        for status in [TransferStatus.error, .expired, .noMarket, .tooSmall, .tooLarge] {
            #expect(states(try record(.begun, status), isLoggedIn: false) == "done done done failed")
        }
    }

    private func page(_ record: RecordedTransfer, _ scene: TransferPageState?, begun: TransferPageState? = nil)
        -> TransferPage
    {
        TransferPage(
            record, scene, begun: begun, isLoggedIn: true, said: [], failure: nil, isLoading: false, values: nil,
            errors: [:],
            payments: [])
    }

    @Test func `shows the anchor's page while it is needed`() throws {
        var begun = TransferPageState()
        begun.page = try HTTPURL("https://anchor.example/page")
        #expect(page(try record(.deposit, .sep24, .begun), nil, begun: begun).page == begun.page)
        #expect(
            page(try record(.deposit, .sep24, .begun, .incomplete), TransferPageState(), begun: begun).page
                == begun.page)
        #expect(
            page(try record(.deposit, .sep24, .begun, .pendingAnchor), TransferPageState(), begun: begun).page == nil)
        #expect(page(try record(.deposit, .sep24, .begun, .completed), begun, begun: begun).page == nil)
    }

    @Test func `loads itself again without scripts unless something is typed`() throws {
        var scene = TransferPageState()
        #expect(page(try record(.begun, .pendingAnchor), scene).refreshes)
        scene.need = .wait(seconds: 2)
        #expect(page(try record(.customer), scene).refreshes)
        for need in [
            TransferPageState.Need.customer([]), .details([]), .agreement([]), .login, .interrupted,
            .choice([], ids: []),
        ] {
            scene.need = need
            #expect(!page(try record(.summary), scene).refreshes)
        }
        #expect(!page(try record(.begun, .completed), TransferPageState()).refreshes)
    }

    private func record(_ step: RecordedTransfer.Step, _ status: TransferStatus? = nil) throws -> RecordedTransfer {
        try record(.deposit, .sep6, step, status)
    }

    @Test func `the form of the terms carries what was shown`() throws {
        var scene = TransferPageState()
        (scene.need, scene.fingerprint) = (.agreement([]), "ab12")
        scene.terms = [ReportView.Fact(label: "fee", text: "1 USDC")]
        let form = try #require(page(try record(.summary), scene).form)
        #expect(form.concealed.map(\.value) == ["ab12"] && form.terms.map(\.text) == ["1 USDC"])
        #expect(form.action == "/transfers/3/answer")
    }
}
