// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// The network that a job is for: named by the user, who may confirm what a document says, or else by the machine's
/// settings. There is no default.
package struct NetworkSelection: Sendable {
    /// The network that the user named for this job, or why it is none that is known; a document must not contradict
    /// it.
    package let named: Result<Network?, Failure>
    /// The network of the machine's settings, or why they name none that is known. It answers only where nothing else
    /// does.
    package var usual: Result<Network?, Failure>
    /// What to do where no network is named.
    package var advice: Wording =
        "use \(field: .network) public or \(field: .network) testnet, or \(field: .networkPassphrase, "TEXT")"

    /// - Parameters:
    ///   - named: nil if the user named none.
    ///   - usual: nil if the settings name none.
    package init(named: Network? = nil, usual: Network? = nil) {
        self.named = .success(named)
        self.usual = .success(usual)
    }

    /// What texts of the user and of the settings say, each of which counts only where it is needed, and so does an
    /// error in it.
    package init(named: Result<Network?, Failure>, usual: Result<Network?, Failure>) {
        (self.named, self.usual) = (named, usual)
    }

    /// The network that the user named.
    package init(_ network: Network) { self.init(named: network) }

    /// The network that a program named, whose passphrase is checked as one that a user wrote.
    package init(checking network: Network) throws(Failure) {
        self.init(named: try Network.written(name: nil, passphrase: network.passphrase))
    }

    /// The network named by the user or, without one, by the settings; nil if neither names one.
    package func given() throws(Failure) -> Network? {
        if let named = try named.get() { return named }
        return try usual.get()
    }

    /// The network, which the user or the settings must name.
    package func required() throws(Failure) -> Network {
        guard let network = try given() else {
            throw Failure(.usage, "no network is given; there is no default", hint: advice)
        }
        return network
    }

    /// The network of a transaction: that of its document, which the user may confirm; else that of the user or the
    /// settings.
    package func resolve(documented: Network?) throws(Failure) -> Network {
        guard let documented else { return try required() }
        if let named = try named.get(), named != documented {
            throw Failure(
                .badInput, "the request is for \(documented.label), but \(field: .network) says \(named.label)")
        }
        return documented
    }

    /// The network of a link.
    ///
    /// - Throws: if SEP-7's default contradicts the network given by the user or the settings.
    package func resolve(_ link: SEP7Terms) throws(Failure) -> Network {
        if link.namedNetwork == nil, let given = try given(), given != link.network {
            let (assumed, wanted) = (link.network.label, given.label)
            throw Failure(
                .badInput, "the link names no network: SEP-7 then means \(assumed), not \(wanted)",
                hint: "ask for a link that names \(wanted); for \(assumed) give \(field: .network) \(assumed)")
        }
        return try resolve(documented: link.network)
    }
}

extension Network {
    /// The network that texts name: by a name that is known, by a passphrase, or by both, which then have to agree; nil
    /// if neither is given.
    package static func written(name: String?, passphrase: String?) throws(Failure) -> Network? {
        var named: Network?
        if let name {
            guard let known = Network(named: name) else {
                throw Failure(
                    .usage, "\(TerminalText.escape(name)) is not a network name",
                    hint: "use one of \(Network.names.joined(separator: ", ")), or \(field: .networkPassphrase, "TEXT")"
                )
            }
            named = known
        }
        guard let passphrase else { return named }
        guard !passphrase.isEmpty else { throw Failure(.usage, "\(field: .networkPassphrase) is empty") }
        guard passphrase.utf8.count <= Limits.networkPassphrase else {
            throw Failure(.usage, "\(field: .networkPassphrase) is longer than \(Limits.networkPassphrase) bytes")
        }
        let spelled = Network(passphrase: passphrase)
        if let named, named != spelled {
            throw Failure(.badInput, "\(field: .network) and \(field: .networkPassphrase) name different networks")
        }
        return spelled
    }
}
