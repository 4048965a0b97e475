// SPDX-License-Identifier: Apache-2.0

import TextCodec

extension ChainMessage {
    /// Bytes.
    package static let limit = 4096

    /// The first reason not to sign the message, the most dangerous first; nil if there is none.
    ///
    /// The signature of a Solana key covers nothing but the bytes, so that what they could also be decides. Whether the request
    /// has expired, was answered before, or is for this key, is not judged here.
    package var fault: ChainMessageFault? { rawFault ?? textFault ?? signInFault }

    /// What the bytes are to something that is not a person.
    private var rawFault: ChainMessageFault? {
        if let wire = SolanaWire(bytes) { return .solana(wire) }
        if bytes.starts(with: [0xff] + Array("solana offchain".utf8)) { return .offChainPrefix }
        if case .solana(let own) = address, bytes.contains(own.publicKey) { return .ownPublicKey }
        if bytes.count == 32 { return .hashLength }
        if bytes.count > Self.limit { return .tooLong(bytes.count) }
        return SolanaWire(text: bytes).map { .encodedSolana($0) }
    }

    /// What a person does not see.
    private var textFault: ChainMessageFault? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ $0.properties.isWhitespace }) { return .blank }
        if let first = bytes.first, Self.plainControls.contains(first) { return .leadingControl }
        for scalar in scalars {
            if scalar.properties.generalCategory == .control {
                guard UInt8(exactly: scalar.value).map(Self.plainControls.contains) == true else {
                    return .control(scalar)
                }
            } else if scalar == "\u{fffd}" {
                return .replacementCharacter
            } else if HiddenCharacter.contains(scalar) {
                return .hidden(scalar)
            }
        }
        return nil
    }

    /// Tab, line feed, carriage return.
    private static let plainControls: [UInt8] = [0x09, 0x0a, 0x0d]

    private var signInFault: ChainMessageFault? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let signIn = SignInText(text) else { return SignInText.isSuspected(in: text) ? .malformedSignIn : nil }
        if signIn.chain != network.chain { return .signInForOtherChain(signIn.chain.title) }
        if ChainAddress(signIn.address, on: network) != address { return .signInForOtherAddress(signIn.address) }
        if let named = signIn.chainID, !network.signInNames.contains(where: named.utf8.elementsEqual) {
            return .signInForOtherChain(named)
        }
        return nil
    }
}

extension ChainNetwork {
    /// What sign-in texts write after `Chain ID:`.
    ///
    /// - Source: EIP-4361 for numbers; Phantom's Sign In With Solana for names.
    fileprivate var signInNames: [String.UTF8View] {
        let reference = String(caip2.drop { $0 != ":" }.dropFirst())
        let names = chain == .solana ? [caip2, "mainnet", "mainnet-beta", "solana:mainnet"] : []
        return ([reference] + names).map(\.utf8)
    }
}
