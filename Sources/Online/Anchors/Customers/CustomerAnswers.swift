// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI

/// Customer fields with their values, for one request to the anchor.
package struct CustomerAnswers: Sendable {
    package var fields: [(name: String, value: String)] = []
    package var files: [CustomerServer.File] = []

    package init() {}
}
