// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Terminal
import Workspace

struct LookupToml: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "toml", abstract: "The stellar.toml of a domain (SEP-1).",
        discussion: """
            Fields that are not what SEP-1 says are left out and named at the end.
            Example: coldstar-build lookup toml example.com
            """)

    @Argument(help: "The domain, for example example.com.")
    var domain: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var profile: ProfileOption

    func run() throws {
        let report = try DomainReport(of: domain, allowsLoopback: horizon.httpLoopback) { () throws(Failure) in
            try horizon.transport()
        }
        try Console.put(report, asDocument: json)
    }
}
