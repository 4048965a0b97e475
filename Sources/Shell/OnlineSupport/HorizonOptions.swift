// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import CLISupport
package import CurlHTTP
package import Horizon
package import Stellar
import TextCodec

/// The options for the Horizon servers and the connection to them.
package struct HorizonOptions: ParsableArguments {
    @Option(
        name: [.customLong("horizon-url"), .customLong("horizon")],
        help: """
            The Horizon server (or $STELLAR_HORIZON_URL); public and testnet know their usual one. Given several times: servers \
            to fall back on, whose answers are compared.
            """)
    package var horizonUrls: [String] = []

    @Option(help: "Trust the certificates of this PEM file (or $SSL_CERT_FILE).", completion: .file())
    package var caFile: String?

    @Option(help: "Send everything through this proxy, for example socks5h://127.0.0.1:9050 (or $ALL_PROXY).")
    package var proxy: String?

    @Flag(help: "Allow domains of this machine (localhost:8000), which are asked over http.")
    package var httpLoopback = false

    package init() {}

    /// A client for the network's Horizon servers; sends no request yet.
    package func client(for network: Network) throws(Failure) -> HorizonClient {
        HorizonClient(bases: try bases(for: network), transport: try transport())
    }

    /// Each server once, in the order given.
    private func bases(for network: Network) throws(Failure) -> [HTTPURL] {
        var texts = horizonUrls
        if texts.isEmpty, let listed = Environment["STELLAR_HORIZON_URL"] {
            texts = listed.split { $0 == " " || $0 == "," }.map(String.init)
        }
        var bases: [HTTPURL] = []
        for text in texts {
            let base: HTTPURL
            do { base = try HTTPURL(text) } catch { throw Failure(.usage, "the Horizon URL: \(error.message)") }
            if !bases.contains(where: { $0.hasSameOrigin(as: base) && $0.path == base.path }) { bases.append(base) }
        }
        guard bases.isEmpty else { return bases }
        guard let usual = HorizonClient.usualURL(of: network) else {
            throw Failure(
                .usage, "no Horizon server is known for \(NetworkOptions.label(network))",
                hint: "give --horizon-url URL or set STELLAR_HORIZON_URL")
        }
        return [usual]
    }

    /// The transport for requests to any server.
    package func transport() throws(Failure) -> CurlTransport {
        do { return try CurlTransport(curlOptions) } catch { throw Failure(.usage, error.message) }
    }

    /// The transport for many concurrent requests.
    package func multiplexer(parallel: Int) throws(Failure) -> CurlMulti {
        do { return try CurlMulti(curlOptions, connections: parallel) } catch { throw Failure(.usage, error.message) }
    }

    private var curlOptions: CurlOptions {
        CurlOptions(caFile: caFile ?? Environment["SSL_CERT_FILE"], proxy: proxy ?? Environment["ALL_PROXY"])
    }
}
