// SPDX-License-Identifier: Apache-2.0

package import Anchor
import GRDB

// The kinds and states are stored as their raw values, which therefore never change.

extension RecordedRequest.Kind: DatabaseValueConvertible {}
extension SubmissionState: DatabaseValueConvertible {}
extension JournalEvent.Kind: DatabaseValueConvertible {}
extension RecordedRampEvent.Kind: DatabaseValueConvertible {}
extension RecordedTransfer.Step: DatabaseValueConvertible {}
extension TransferKind: DatabaseValueConvertible {}
extension TransferProtocol: DatabaseValueConvertible {}
extension TransferStatus: DatabaseValueConvertible {}
