// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The authorization entries of a call, given or recorded.
struct AuthorizationManager {
    let source: AccountID
    let mode: AuthorizationMode
    var trackers: [AuthorizationTracker] = []

    init(_ mode: AuthorizationMode, source: AccountID) throws(HostError) {
        self.mode = mode
        self.source = source
        guard case .enforce(let entries) = mode else { return }
        for entry in entries { trackers.append(try AuthorizationTracker(entry, source: source)) }
    }

    mutating func enterFrame() {
        for index in trackers.indices where !trackers[index].isBusy { trackers[index].tree.enterFrame() }
    }

    mutating func leaveFrame() {
        for index in trackers.indices where !trackers[index].isBusy { trackers[index].tree.leaveFrame() }
    }

    /// The entry that authorizes the innermost call, now marked as used for it; nil if there is none.
    mutating func match(_ function: SorobanAuthorizedFunction, by address: SCAddress) -> Int? {
        let own = trackers.indices.filter { !trackers[$0].isBusy && trackers[$0].address == address }
        // A tree that is being followed has to have the call: entries cannot be combined to one tree.
        let isFollowing = own.contains { trackers[$0].tree.isActive && !trackers[$0].tree.hasMatchedFrame }
        for index in own where trackers[index].tree.match(function, mayStart: !isFollowing) { return index }
        return nil
    }

    /// Adds the innermost call to a tree of the address that is being recorded; false if there is none.
    mutating func extendRecorded(_ function: SorobanAuthorizedFunction, by address: SCAddress) -> Bool {
        let place = trackers.firstIndex { tracker in
            tracker.address == address && tracker.tree.isInStack && !tracker.tree.hasMatchedFrame
        }
        guard let place else { return false }
        trackers[place].tree.record(function)
        return true
    }

    /// The recorded entries; empty if entries were given.
    var recorded: [SorobanAuthorizationEntry] {
        guard case .record(_, let isUpgraded, _) = mode else { return [] }
        return trackers.map { $0.recorded(isUpgraded: isUpgraded) }
    }
}
