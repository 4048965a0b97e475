// SPDX-License-Identifier: Apache-2.0

package import AddressBook
import Anchor
package import Faults
import Horizon
import Journal
package import Shell
package import Stellar

extension OnlineContext {
    /// - Parameters:
    ///   - horizon: nil when no network may be used.
    ///   - rpc: nil for a job that does not use Stellar RPC.
    package init(home: HomeOptions, horizon: HorizonOptions?, rpc: RPCOptions? = nil) {
        self.init(
            folder: Result { () throws(Failure) in try home.online() },
            servers: horizon.map { horizon in Result { () throws(Failure) in try horizon.servers() } },
            rpcServers: horizon.flatMap { horizon in
                rpc.map { rpc in Result { () throws(Failure) in try rpc.servers(horizon) } }
            }
        ) { Int64(clamping: NowOption.clock().seconds) }
    }
}

extension AccountFinder {
    /// - Parameter horizon: nil when no network may be used.
    package init(home: HomeOptions, horizon: HorizonOptions?) { self.init(OnlineContext(home: home, horizon: horizon)) }
}

extension AssetFinder {
    package init(home: HomeOptions, network: Network) {
        self.init(OnlineContext(home: home, horizon: nil), network: network)
    }
}

extension OwnAddresses {
    package init(_ home: HomeOptions) throws(Failure) { self.init(folder: try home.online()) }
}

extension Contacts {
    /// Takes a file's contacts, all or none, and then the addresses of other chains.
    package static func take(_ list: ImportedList, replacing: Bool, into home: HomeOptions) throws(Failure) {
        if list.addresses == nil || !list.contacts.isEmpty {
            try Contacts(home).keep(list.contacts, replacing: replacing)
        }
        if let addresses = list.addresses, !addresses.isEmpty { try OwnAddresses(home).keep(addresses) }
    }

    /// Opens or creates the journal of a home.
    package init(_ home: HomeOptions) throws(Failure) { self.init(try OnlineJournal.open(home).store) }

    /// All contacts of a home, by name; empty when there is no journal, which is not created.
    package static func all(_ home: HomeOptions) throws(Failure) -> [Contact] {
        try OnlineContext(home: home, horizon: nil).contacts()
    }
}
