// SPDX-License-Identifier: Apache-2.0

package import Codec
package import SafeFiles

/// An error of the signer's journal. Lines are counted from 1.
package enum SignerJournalError: Error, Hashable {
    /// A line does not name the previous one: a line was changed, removed or inserted.
    case brokenChain(line: Int)
    /// A complete line is malformed.
    case damaged(line: Int, reason: String)
    /// The line exceeds the maximum length.
    case lineTooLong(line: Int)
    /// The file ends with an incomplete line that is longer than an interrupted write can leave behind.
    case unreadableEnd
    /// The entry exceeds the maximum length of a line.
    case entryTooLarge(bytes: Int)
    /// After the review, another program signed something that the review would have had to show.
    case changedMeanwhile
    /// The file became shorter while it was in use.
    case shortened
    /// The record key could not sign a line.
    case cannotSign
    case file(FileError)

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .brokenChain(let line):
            "the signer's journal was changed: line \(line) does not follow from the one before"
        case .damaged(let line, let reason): "line \(line) of the signer's journal cannot be parsed: \(reason)"
        case .lineTooLong(let line): "line \(line) of the signer's journal exceeds the maximum line length"
        case .unreadableEnd: "the end of the signer's journal cannot be parsed"
        case .entryTooLarge(let bytes): "an entry of \(bytes) bytes is too large for the signer's journal"
        case .changedMeanwhile: "another program signed the same, or something with this sequence number, just now"
        case .shortened: "the signer's journal became shorter while it was in use"
        case .cannotSign: "the record key did not sign a line of the signer's journal"
        case .file(let error): error.message
        }
    }
}

extension SignerJournalError: Fault {
    package var kind: FaultKind {
        switch self {
        case .file(let error): error.kind
        case .entryTooLarge, .cannotSign: .bug
        case .changedMeanwhile, .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened: .refused
        }
    }

    package var hint: Wording? {
        switch self {
        case .file, .entryTooLarge, .cannotSign: nil
        case .changedMeanwhile: "review it again before you sign"
        case .brokenChain, .damaged, .lineTooLong, .unreadableEnd, .shortened:
            "the journal was changed or damaged; keep a copy, and look what was signed before you go on"
        }
    }
}

/// Runs file operations and converts a `FileError` into a `SignerJournalError`.
func onDisk<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(SignerJournalError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
