// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct ManageRequests: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "List the requests that were built here, or forget one.",
        subcommands: [ListRequests.self, ForgetRequest.self])
}
