// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Handoff
import Review
import Signing
import Terminal
import Vault

// The library's values, made of options.

extension VaultContext {
    /// Reads the vault that the options name, and prints its warnings.
    init(_ home: HomeOptions, for keys: [KeyName] = []) throws(Failure) {
        try self.init(folder: try home.vault(), for: keys)
        sayWarnings()
    }

    /// Reads the vault for display only.
    init(displaying home: HomeOptions) throws(Failure) {
        try self.init(displaying: try home.vault())
        sayWarnings()
    }

    private func sayWarnings() {
        for warning in warnings { Console.warn(warning) }
    }
}

extension HomeOptions {
    /// The signer's keys.
    func keyVault() throws(Failure) -> Vault { Vault(folder: try vault()) }
}

extension ParsedRequest {
    /// Reads TX, and the transactions attached to it by `--envelope`.
    init(_ input: TransactionInput, _ networks: NetworkSelection, envelopes: [String]) throws(Failure) {
        try self.init(input, networks, attaching: envelopes.count)
        for text in envelopes { try attach(try TransactionInput(text), networks) }
    }
}

extension NowOption {
    /// The time as the user told it, or by the machine's clock.
    func given() throws(Failure) -> GivenTime { GivenTime(try time(), isTold: now != nil) }
}

extension OutputOptions {
    /// Delivers the signed output, directly or in a document; for a file, the document contains its path.
    ///
    /// - Parameter name: the file's name in a folder; nil if there is no hash, in which case no folder is possible.
    /// - Returns: the path of the file; nil for standard output.
    func deliver(
        _ text: String, of outcome: SignedOutcome, as name: HandoffName?, isJSON: Bool
    ) throws(Failure) -> String? {
        try deliver([text], of: [outcome], as: name, isJSON: isJSON)
    }

    /// Delivers the lines of a signed batch, each directly or in a document.
    func deliver(
        _ lines: [String], of outcomes: [SignedOutcome], as name: HandoffName?, isJSON: Bool
    ) throws(Failure) -> String? {
        let isInline = isJSON && isStandard
        let lines = isInline ? zip(outcomes, lines).map { $0.document(.inline($1)).text() } : lines
        let text = lines.joined(separator: "\n")
        let path: String?
        if let name {
            path = try deliver(text, as: name)
        } else {
            try deliver(text)
            path = isStandard ? nil : self.path
        }
        if isJSON, let path {
            for outcome in outcomes { try Console.put(line: outcome.document(.file(path)).text()) }
        }
        return path
    }
}

extension SignedFormat: ExpressibleByArgument {}
