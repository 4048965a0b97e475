// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// Messages that a site asks a key of another chain to sign.
enum ChainMessages {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let first = input.first else { return false }
        let network = ChainNetwork.allCases[Int(first) % ChainNetwork.allCases.count]
        let bytes = Array(input.dropFirst())
        try checkWire(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if let signIn = SignInText(text) { try check(signIn, is: text) }
        guard let message = message(bytes, on: network) else { throw BrokenPromise("\(network.caip2) has no address") }
        for notice in message.notices { try checkLine(notice.message) }
        if let fault = message.fault {
            for line in [fault.message, fault.hint?.plain ?? ""] { try checkLine(line) }
            return false
        }
        try BrokenPromise.unless(
            String(validating: bytes, as: UTF8.self) != nil && !bytes.isEmpty && bytes.count <= 4096
                && bytes.count != 32
                && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || [0x09, 0x0a, 0x0d].contains($0) },
            "a message is signed that is not a text")
        return true
    }

    /// Checks that bytes and the texts that stand for them are judged alike.
    private static func checkWire(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let wire = SolanaWire(bytes) else { return }
        for text in [Hex.encode(bytes), "0x" + Hex.encode(bytes), Base64.encode(bytes), Base58.encode(bytes)] {
            // What is base64 as well as hexadecimal may be a message in one way and a transaction in the other.
            try BrokenPromise.unless(
                SolanaWire(text: Array(text.utf8)) != nil, "the text of a Solana \(wire) is not recognised: \(text)")
        }
    }

    /// Checks that a sign-in text has nothing but its parts.
    private static func check(_ signIn: SignInText, is text: String) throws(BrokenPromise) {
        try BrokenPromise.unless(SignInText.isSuspected(in: text), "a sign-in text is not suspected to be one")
        let head = signIn.scheme.map { $0 + "://" } ?? ""
        let title = signIn.chain == .solana ? "Solana" : "Ethereum"
        let start = "\(head)\(signIn.domain) wants you to sign in with your \(title) account:\n\(signIn.address)"
        let fields = SignInText.Field.allCases.compactMap { field in
            signIn.fields[field].map { "\(field.rawValue): \($0)" }
        }
        let list = signIn.resources.map { "- " + $0 }
        let starts = signIn.statement.map { ["\n\n" + $0] } ?? ["", "\n"]
        let written = starts.flatMap { statement in
            [[], ["Resources:"]].map { title in
                let rest = (fields + title + list).joined(separator: "\n")
                return start + statement + (rest.isEmpty ? "" : "\n\n" + rest)
            }
        }
        try BrokenPromise.unless(
            written.contains { $0.utf8.elementsEqual(text.utf8) }, "a sign-in text has more than its parts")
    }

    private static func checkLine(_ line: String) throws(BrokenPromise) {
        try BrokenPromise.unless(
            line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reason is not a line of printable ASCII")
    }

    /// Addresses whose keys are text, so that a message can contain them.
    private static func message(_ bytes: [UInt8], on network: ChainNetwork) -> ChainMessage? {
        guard let scheme = MessageScheme(of: network.chain) else { return nil }
        let address =
            switch network.chain {
            case .solana: ChainAddress.solana(SolanaAddress(publicKey: Array(repeating: UInt8(ascii: "K"), count: 32)))
            default: ChainAddress.eip155(EthereumAddress(bytes: Array(repeating: 0x11, count: 20)))
            }
        return ChainMessage(
            network: network, address: address, scheme: scheme, origin: "https://a.example", purpose: "fuzzing",
            bytes: bytes)
    }
}
