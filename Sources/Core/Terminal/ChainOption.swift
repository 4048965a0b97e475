// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Stellar

/// The chain to which a key is bound when it is made.
package struct ChainOption: ParsableArguments {
    @Option(help: "The only chain for which the key signs (default: stellar, or that of the key whose words it has).")
    package var chain: Chain?

    package init() {}

    /// The chain of a key from new or imported words.
    package var ofNew: Chain { chain ?? .stellar }
}

extension Chain: ExpressibleByArgument {}
