// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The rule about the names that a contract's interface gives to functions and arguments.
extension Rules {
    static let names = [Rule(.names, .operation([.invokeHostFunction], names))]

    private static func names(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        var told: Set<SCAddress> = []
        var misfits: Set<Called> = []
        var room = ContractInterfaces.mostNamed
        var leftOut = 0
        // A request for an entry's signature makes no call: it authorizes all that it has.
        let isEntry = if case .authorization = context.transaction.input.subject { true } else { false }
        let own: InvokeContractArgs? =
            if case .invokeContract(let call) = op.hostFunction, !isEntry { call } else { nil }
        for call in op.calls {
            guard let known = context.transaction.interfaces.known(of: call) else { continue }
            let isFirst = told.insert(call.contractAddress).inserted
            switch known {
            case .failure(let error):
                guard isFirst else { continue }
                findings.warn(
                    """
                    the claimed interface of \(call.contractAddress) cannot be read, so that there are no names: \
                    \(fault: error)
                    """)
            case .success(let interface):
                if interface.standing == .contradicted, isFirst { contradiction(call, interface, &findings) }
                switch interface.spec.named(call) {
                case .named(let arguments):
                    guard let phrase = named(call, arguments, interface, context.transaction.tokens, room) else {
                        leftOut += 1
                        continue
                    }
                    room -= phrase.length
                    findings.info(phrase)
                case let misfit:
                    // One finding for each function: calls are many, and say the same.
                    guard misfits.insert(Called(call)).inserted else { continue }
                    tell(misfit, of: call, isOwn: call == own, interface, &findings)
                }
            }
        }
        if leftOut > 0 {
            findings.info(
                """
                the names of \(leftOut) more \(leftOut == 1 ? "call is" : "calls are") left out: together they are too long to be read. Their raw values \
                are shown
                """)
        }
    }

    /// A function of a contract.
    private struct Called: Hashable {
        let contract: SCAddress
        let function: SCSymbol

        init(_ call: InvokeContractArgs) { (contract, function) = (call.contractAddress, call.functionName) }
    }

    private static func contradiction(
        _ call: InvokeContractArgs, _ interface: ContractInterfaces.Interface, _ findings: inout Findings
    ) {
        let target = call.contractAddress.strKey
        guard let pin = interface.pin, pin.asset == nil else {
            return findings.hold(
                """
                the request claims an interface for \(call.contractAddress), which the book has as the built-in contract of an asset: \
                that has none
                """, about: target)
        }
        let (what, given, pinned): (Phrase, Hash, Hash?) =
            if let code = interface.spec.wasmHash, let hash = pin.wasmHash { ("code", code, hash) } else {
                ("interface", interface.spec.hash, pin.specHash)
            }
        findings.hold(
            """
            the request's \(what) of \(call.contractAddress) has the hash \(hex: given.bytes), and the book pins \
            \(hex: pinned?.bytes ?? []): the contract was upgraded, or the request is false. Check which with the contract's operator \
            before '\(step: .sign(.replacePin))'
            """, about: target)
    }

    /// That a call does not fit its interface.
    ///
    /// - Parameter isOwn: whether the transaction makes this call. One that is only authorized can have other arguments
    ///   than the function: the contract chooses which are to be authorized (`require_auth_for_args`).
    private static func tell(
        _ found: NamedCall, of call: InvokeContractArgs, isOwn: Bool, _ interface: ContractInterfaces.Interface,
        _ findings: inout Findings
    ) {
        let isVerified = interface.standing == .verified
        func misfit(_ phrase: Phrase) {
            let whose: Phrase = isVerified ? "verified interface" : "claimed interface"
            let message: Phrase = "the \(whose) of \(call.contractAddress) \(phrase); only the raw values are shown"
            if isVerified {
                findings.hold(message, about: call.contractAddress.strKey)
            } else {
                findings.warn(message)
            }
        }
        let function: Phrase = "the function \(name: call.functionName.bytes)"
        switch found {
        case .otherCount, .mismatch:
            guard isOwn else {
                return findings.warn(
                    """
                    \(function) of \(call.contractAddress) is authorized with other arguments than its interface has: the contract \
                    chooses which it asks for, and their names are not known; only the raw values are shown
                    """)
            }
        default: break
        }
        switch found {
        case .unknownFunction: misfit("does not have \(function)")
        case .otherCount(let declared, let given):
            misfit("declares \(declared) arguments for \(function), and the call has \(given)")
        case .mismatch(let argument, let declared, let part, let wanted):
            misfit(
                """
                declares argument \(argument + 1) of \(function) as \(type: declared), where \(Phrase(part)) is not a \
                \(type: wanted)
                """)
        case .named: break
        }
    }

    /// The call by its names; nil if that is longer than the room.
    private static func named(
        _ call: InvokeContractArgs, _ arguments: [NamedCall.Argument], _ interface: ContractInterfaces.Interface,
        _ tokens: KnownTokens, _ room: Int
    ) -> Phrase? {
        var written = NamedPhrase(room: room, tokens)
        written.append(arguments)
        guard let shown = written.phrase else { return nil }
        let call: Phrase = "\(name: call.functionName.bytes) of \(call.contractAddress) with (\(shown))"
        guard interface.standing == .verified else {
            return "claimed names, which only the request gives: \(call)"
        }
        return """
            verified names, by the hash that the book pins: \(call); upgradable: \(upgradability(interface))
            """
    }

    /// The first names of a list, quoted.
    private static func list(_ names: [[UInt8]]) -> Phrase {
        let shown = Phrase(names.prefix(8).map { "\(name: $0)" }, separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    /// What interface and pin say about whether the code can be replaced.
    private static func upgradability(_ interface: ContractInterfaces.Interface) -> Phrase {
        switch (Upgradability(interface.spec), interface.pin?.upgradable) {
        case (.yes(let names), _): "yes, by \(list(names))"
        case (_, .yes?): "yes, as the book has it"
        case (.no, _): "no, as far as the interface tells"
        case (.unknown, _): "unknown"
        }
    }
}
