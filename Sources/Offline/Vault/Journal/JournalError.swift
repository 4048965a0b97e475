// SPDX-License-Identifier: Apache-2.0
package import SafeFiles

/// What can be wrong with the signer's journal. Lines count from 1.
package enum JournalError: Error, Hashable {
    /// A line does not name the one before it: something was changed, taken out or put in.
    case brokenChain(line: Int)
    /// A line is whole but does not read.
    case damaged(line: Int, reason: String)
    /// No line of ours is this long.
    case lineTooLong(line: Int)
    /// Its last bytes are no whole line, and more than a power cut leaves behind.
    case unreadableEnd
    /// What was to be written is longer than a line may be.
    case entryTooLarge(bytes: Int)
    /// Since the review was made another program signed something that the review would have had to show.
    case changedMeanwhile
    /// The file is shorter than it was a moment ago.
    case shortened
    /// The record key did not sign a line.
    case cannotSign
    case file(FileError)

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .brokenChain(let line):
            "the signer's journal was changed: line \(line) does not follow from the one before"
        case .damaged(let line, let reason): "line \(line) of the signer's journal does not read: \(reason)"
        case .lineTooLong(let line): "line \(line) of the signer's journal is longer than any line of ours"
        case .unreadableEnd: "the end of the signer's journal does not read"
        case .entryTooLarge(let bytes): "an entry of \(bytes) bytes is too large for the signer's journal"
        case .changedMeanwhile: "another program signed the same, or something with this sequence number, just now"
        case .shortened: "the signer's journal became shorter while it was in use"
        case .cannotSign: "the record key did not sign a line of the signer's journal"
        case .file(let error): error.message
        }
    }
}
