// SPDX-License-Identifier: Apache-2.0

/// Which servers a client uses, and how it connects to them.
///
/// Servers are reached by https; http is allowed on this machine only. Nothing is read from the environment.
public struct ServerSettings: Hashable, Sendable {
    /// The URLs of Horizon servers of one network, the preferred one first. With several, the client falls back to the
    /// next one, and compares their answers before it believes that a transaction failed. Empty for the usual server of
    /// the public network, testnet or futurenet.
    public var horizonURLs: [String]
    /// The URLs of Stellar RPC servers of the network, the preferred one first. If there are any, transactions are
    /// checked and submitted over them, and the code of contracts is compared with the request and with the pins of the
    /// signer's book; Horizon is then only asked whether it has a transaction, if `horizonURLs` names one.
    public var rpcURLs: [String]
    /// The path of a PEM file with the certificates to trust; nil for the system's.
    public var caFile: String?
    /// A proxy, such as `socks5h://127.0.0.1:9050`; nil for none.
    public var proxy: String?
    /// Whether home domains on this machine (`localhost:8000`) are allowed, which are reached by http.
    public var allowsLoopback: Bool

    /// The usual servers of the network, unless others are named. The parameters are the properties.
    public init(
        horizonURLs: [String] = [], rpcURLs: [String] = [], caFile: String? = nil, proxy: String? = nil,
        allowsLoopback: Bool = false
    ) {
        self.horizonURLs = horizonURLs
        self.rpcURLs = rpcURLs
        self.caFile = caFile
        self.proxy = proxy
        self.allowsLoopback = allowsLoopback
    }
}
