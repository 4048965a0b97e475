// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import TestSupport
import Testing

@testable import Anchors

/// Long random runs, repeatable by their seed, against what must hold in each of them.
struct RandomSessionTests {
    @Test(arguments: 1...60)
    func `holds its promises in any sequence`(seed: Int) throws {
        var dice = Seeded(UInt64(seed))
        var stage = try Stage(
            seed % 3 == 0 ? ethereum : solana, seed % 2 == 0 ? .inline : .embedded, isOpen: seed % 5 != 0)
        var responses: [RampResponse] = []
        var isFinal: [String: RampStatus] = [:]
        for _ in 0..<150 {
            let before = stage.session
            let recordsBefore = stage.records.count
            let commands = step(&stage, &responses, &dice)
            check(before, stage, commands, Array(stage.records[recordsBefore...]))
            for transfer in stage.session.transfers {
                if let status = isFinal[transfer.id] { #expect(transfer.status == status) }
                if transfer.status.isFinal { isFinal[transfer.id] = transfer.status }
            }
            if let request = stage.session.request, let response = try? stage.response(request) {
                responses = responses.suffix(6) + [response]
            }
        }
        let restored = stage.restored
        #expect(restored.transfers == stage.session.transfers && restored.events == stage.session.events)
        #expect(restored.request == stage.session.request && restored.isEnded == stage.session.isEnded)
        #expect(restored.count == stage.session.count)
        #expect(restored.page == nil && !restored.isAsked, "its page belonged to the run that ended")
    }

    private func check(_ before: RampSession, _ stage: Stage, _ commands: [PageCommand], _ records: [RampRecord]) {
        let replies = commands.compactMap { command -> String?? in
            guard case .send(let json) = command, case .returnSignedMessage(let text)? = RampMessage(json) else {
                return nil
            }
            return .some(text)
        }
        // A reply closes exactly one request, and is recorded as what it is.
        let closing = records.filter { [.replied, .refused, .expired].contains($0.kind) }
        let asked = records.contains { [.requested, .repeated].contains($0.kind) }
        #expect(replies.count <= closing.count)
        #expect(replies.isEmpty || before.isAsked || asked)
        #expect(replies.isEmpty || before.request != nil || asked)
        #expect(replies.count(where: { $0 != nil }) == records.count(where: { $0.kind == .replied }))
        for command in commands {
            guard case .send(let json) = command else { continue }
            let kind = RampMessage(json)?.kind
            #expect(kind == .returnSignedMessage || kind == .resumeInlineFrame, "nothing else goes to the frame")
        }
        #expect(!before.isEnded || records.isEmpty, "nothing happens after the end")
        #expect(!stage.session.isAsked || stage.session.request != nil)
        #expect(stage.session.page != nil || !stage.session.isAsked)
        for record in records { #expect(RampRecord(record.stored) == record) }
    }

    private func step(_ stage: inout Stage, _ responses: inout [RampResponse], _ dice: inout Seeded) -> [PageCommand] {
        stage.now += UInt64.random(in: 0...200, using: &dice)
        switch Int.random(in: 0...24, using: &dice) {
        case 0: return stage.open("p\(Int.random(in: 1...3, using: &dice))")
        case 1: return stage.leave()
        case 2: return stage.refuse()
        case 3: return stage.tick()
        case 4:
            stage.now += RampSession.lifetime
            return []
        case 5...8:
            guard let response = responses.randomElement(using: &dice) else { return [] }
            return (try? stage.respond(response)) ?? []
        case 9:
            stage.session = stage.restored
            return []
        case 10 where Int.random(in: 0...20, using: &dice) == 0: return stage.note(stage.session.end(at: stage.time))
        case 11...12: return stage.post(message(&dice).json.text(), from: "https://evil.example", .other)
        case 13: return stage.post("{" + message(&dice).json.text(), .frame)
        case 14: return stage.post(message(&dice).json.text(), .onboarding)
        case 15: return stage.post(message(&dice).json.text(), page: "p0")
        default: return stage.send(message(&dice))
        }
    }

    private func message(_ dice: inout Seeded) -> RampMessage {
        let texts = ["one", "two", "three"]
        switch Int.random(in: 0...19, using: &dice) {
        case 0: return .ready
        case 1...8: return .requestSignedMessage(texts.randomElement(using: &dice) ?? "")
        case 9: return .returnSignedMessage(Bool.random(using: &dice) ? "x" : nil)
        case 10...14:
            var status = RampStatus.allCases.randomElement(using: &dice) ?? .unknown
            if status == .complete, Int.random(in: 0...9, using: &dice) > 0 { status = .declined }
            return .transferUpdate(
                RampUpdate(
                    id: texts.randomElement(using: &dice) ?? "", status: status,
                    updatedAt: "\(Int.random(in: 0...3, using: &dice))"))
        case 15: return Int.random(in: 0...9, using: &dice) == 0 ? .close : .ready
        case 16: return .error(.error, "x")
        case 17: return .openOnboarding(path: "/x", search: nil)
        case 18: return .resumeInlineFrame(RampOnboardingEnd.allCases.randomElement(using: &dice) ?? .login)
        default: return .requestSendTransaction(RampPayout(amount: "1", recipient: "r", token: "t", decimals: "6"))
        }
    }
}
