// SPDX-License-Identifier: Apache-2.0

/// A result that every front end can show: to programs as a JSON document, to people as text.
package protocol Presentable {
    /// The members of the JSON document, without its version.
    var document: JSON { get }
    /// Lines and tables in the order of reading; texts of others are escaped.
    var text: [TextPart] { get }
}
