// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import Workspace

extension Notice {
    /// A hash and its check words, to compare with the signer's screen.
    package static func identity(of hash: TransactionHash) -> [Notice] {
        [
            .fact(.hash, Wording(hash.hex)), .fact(.words, Wording(CheckWords.text(of: hash))),
            .more(.words, "check words: compare with the signer's screen (not a seed phrase)"),
        ]
    }
}

extension OnlineContext {
    /// The ledger that the network's servers show, once they were found to belong to the network; notes how they differ.
    package func ledger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> LedgerView {
        let view = try LedgerView(try horizon().client(for: network), network: network)
        notices += view.remarks.map { .plain(.server, Wording($0)) }
        if let warning = protocolWarning(view.protocolVersion, of: network) {
            notices.append(.warning(.newerProtocol, Wording(warning)))
        }
        return view
    }

    /// The ledger for building a contract call: Stellar RPC if only a server of that is named, else Horizon; notes how the servers differ.
    /// Other operations need Horizon: of an account's trustlines, Stellar RPC shows only those whose assets are known before.
    package func callLedger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> NetworkLedger {
        guard let client = try rpcServers?.get().givenClient(for: network),
            try horizon().givenClient(for: network) == nil
        else { return NetworkLedger(try ledger(of: network, noting: &notices)) }
        let ledger = NetworkLedger(try RPCLedger(client))
        notices += ledger.remarks.map { .plain(.server, Wording($0)) }
        if let warning = protocolWarning(ledger.protocolVersion, of: network) {
            notices.append(.warning(.newerProtocol, Wording(warning)))
        }
        return ledger
    }
}
