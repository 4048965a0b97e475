// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import CLISupport
package import CurlHTTP
package import Horizon
package import Stellar
import TextCodec

/// Which Horizon is asked, and how it is reached.
package struct HorizonOptions: ParsableArguments {
    @Option(help: "The Horizon server (or $STELLAR_HORIZON_URL); public and testnet know their usual one.")
    package var horizonUrl: String?

    @Option(help: "Trust the certificates of this PEM file (or $SSL_CERT_FILE).")
    package var caFile: String?

    @Option(help: "Send everything through this proxy, for example socks5h://127.0.0.1:9050 (or $ALL_PROXY).")
    package var proxy: String?

    @Flag(help: "Allow domains of this machine (localhost:8000), which are asked over http.")
    package var httpLoopback = false

    package init() {}

    /// A client for the network's Horizon; nothing is asked yet.
    package func client(for network: Network) throws(Failure) -> HorizonClient {
        HorizonClient(base: try url(for: network), transport: try transport())
    }

    private func url(for network: Network) throws(Failure) -> HTTPURL {
        guard let text = horizonUrl ?? Environment["STELLAR_HORIZON_URL"] else {
            guard let usual = HorizonClient.usualURL(of: network) else {
                throw Failure(
                    .usage, "no Horizon server is known for \(NetworkOptions.label(network))",
                    hint: "give --horizon-url URL or set STELLAR_HORIZON_URL")
            }
            return usual
        }
        do { return try HTTPURL(text) } catch { throw Failure(.usage, "the Horizon URL: \(error.message)") }
    }

    /// The way to any server.
    package func transport() throws(Failure) -> CurlTransport {
        let options = CurlOptions(
            caFile: caFile ?? Environment["SSL_CERT_FILE"], proxy: proxy ?? Environment["ALL_PROXY"])
        do { return try CurlTransport(options) } catch { throw Failure(.usage, error.message) }
    }
}
