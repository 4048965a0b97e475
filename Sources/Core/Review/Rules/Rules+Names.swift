// SPDX-License-Identifier: Apache-2.0

import Contracts
import Stellar
import StellarXDR
import XDR

/// The rule about the names that a contract's interface gives to functions and arguments.
extension Rules {
    static let names = [Rule(.names, .operation([.invokeHostFunction], names))]

    private static func names(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        var told: Set<SCAddress> = []
        for call in op.calls {
            guard let known = context.transaction.interfaces.known(of: call) else { continue }
            let isFirst = told.insert(call.contractAddress).inserted
            switch known {
            case .failure(let error):
                guard isFirst else { continue }
                findings.warn(
                    """
                    the claimed interface of \(call.contractAddress) cannot be read, so that there are no names: \
                    \(ascii: error.message)
                    """)
            case .success(let interface):
                if interface.standing == .contradicted, isFirst { contradiction(call, interface, &findings) }
                name(call, by: interface, &findings)
            }
        }
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
            before 'coldstar-sign book contracts add --replace'
            """, about: target)
    }

    private static func name(
        _ call: InvokeContractArgs, by interface: ContractInterfaces.Interface, _ findings: inout Findings
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
        let function: Phrase = "the function \(text: call.functionName.bytes)"
        switch interface.spec.named(call) {
        case .unknownFunction: misfit("does not have \(function)")
        case .otherCount(let declared, let given):
            misfit("declares \(declared) arguments for \(function), and the call has \(given)")
        case .mismatch(let argument, let declared, let part, let wanted):
            misfit(
                """
                declares argument \(argument + 1) of \(function) as \(ascii: declared.text), where \(Phrase(part)) is not a \
                \(ascii: wanted.text)
                """)
        case .named(let arguments):
            findings.info(named(call, arguments, interface))
        }
    }

    private static func named(
        _ call: InvokeContractArgs, _ arguments: [NamedCall.Argument], _ interface: ContractInterfaces.Interface
    ) -> Phrase {
        let shown = Phrase(arguments.map { Phrase($0) }, separator: ", ")
        let call: Phrase = "\(text: call.functionName.bytes) of \(call.contractAddress) with (\(shown))"
        guard interface.standing == .verified else {
            return "claimed names, which only the request gives: \(call)"
        }
        return """
            verified names, by the hash that the book pins: \(call); upgradable: \(upgradability(interface))
            """
    }

    /// What interface and pin say about whether the code can be replaced.
    private static func upgradability(_ interface: ContractInterfaces.Interface) -> Phrase {
        switch (Upgradability(interface.spec), interface.pin?.upgradable) {
        case (.yes(let names), _): "yes, by \(Phrase(names.map { Phrase(quoting: $0) }, separator: ", "))"
        case (_, .yes?): "yes, as the book has it"
        case (.no, _): "no, as far as the interface tells"
        case (.unknown, _): "unknown"
        }
    }
}
