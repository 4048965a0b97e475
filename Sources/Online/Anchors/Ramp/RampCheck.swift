// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// The check of a configuration file, and what comes of it.
package struct RampCheck: Presentable {
    package let configuration: RampConfiguration
    package let frame: RampFrame

    /// Reads and checks a file's content.
    ///
    /// - Parameters:
    ///   - origin: where the frame comes from, if not from the environment's default.
    ///   - name: of the file, for errors; escaped.
    ///   - knownAddresses: the addresses of the user's own keys, if there is a list of them.
    /// - Throws: `RampRejection` for a configuration that is not accepted, `Failure` for a file that is not JSON or
    ///   too large.
    package init(
        file bytes: [UInt8], named name: String = "configuration", _ presentation: RampPresentation,
        origin: WebOrigin? = nil,
        knownAddresses: Set<ChainAddress>? = nil
    ) throws {
        guard bytes.count <= RampConfiguration.maximumLength else {
            throw Failure(.badInput, "the configuration is larger than \(RampConfiguration.maximumLength) bytes")
        }
        let document: JSON
        do throws(JSONError) { document = try JSON(parsing: bytes) } catch {
            throw Failure(.badInput, Wording(error.message(in: bytes)))
        }
        do throws(RampRejection) {
            configuration = try RampConfiguration(document, presentation, knownAddresses: knownAddresses)
        } catch { throw error.inFile(name, lines: JSON.memberLines(in: bytes)) }
        frame = try RampFrame(configuration, origin: origin)
    }

    package var document: JSON {
        [
            "accepted": true, "url": .string(frame.url), "origin": .string(frame.origin.text),
            "warnings": .array(configuration.warnings.map(JSON.string)),
        ]
    }

    package var text: [TextPart] {
        let amount =
            configuration.destinationAmount.map { "\($0.text) \(configuration.destinationAsset.rawValue)" }
            ?? configuration.sourceAmount.map {
                "\($0.text) \(configuration.sourceAsset.rawValue) in \(configuration.destinationAsset.rawValue)"
            } ?? ""
        let address = configuration.address.text
        return [
            .line("accepted: buy \(amount) on \(configuration.network.title)"),
            .line("to: \(address)"),
            .line("environment: \(configuration.environment.rawValue) (\(configuration.presentation.rawValue))"),
            .line(
                configuration.asksForSignature
                    ? "wallet verification: Meso asks for a message signed by this address"
                    : "wallet verification: none (bypass_wallet_verification)"),
            .line("frame: \(frame.url)"),
        ]
    }
}
