// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The tree of calls that one address authorizes, and how far the running calls have followed it.
///
/// - Source: rs-soroban-env auth.rs, `InvocationTracker`.
struct InvocationTree: Hashable {
    fileprivate struct Node: Hashable {
        let function: SorobanAuthorizedFunction
        var children: [Node] = []
        var isUsed = false
    }

    private var root: Node
    /// For each running frame, the child of the last matched node that it matches; nil if it demanded nothing of this
    /// address.
    private var path: [Int?] = []
    private var rootDepth: Int?
    private var isDone = false

    /// A tree to follow.
    init(_ invocation: SorobanAuthorizedInvocation) { root = Node(invocation) }

    /// A tree to record, whose root is the innermost of `depth` frames.
    init(recording function: SorobanAuthorizedFunction, depth: Int) {
        root = Node(function: function, isUsed: true)
        path = Array(repeating: nil, count: depth - 1) + [0]
        rootDepth = depth
    }

    mutating func enterFrame() { path.append(nil) }

    mutating func leaveFrame() {
        path.removeLast()
        if let rootDepth, path.count < rootDepth { isDone = true }
    }

    /// Whether the root has been matched and its call still runs.
    var isActive: Bool { root.isUsed && !isDone }

    /// Whether one of the running frames matches a node.
    var isInStack: Bool { path.contains { $0 != nil } }

    /// Whether the innermost frame matches a node.
    var hasMatchedFrame: Bool { path.last.flatMap(\.self) != nil }

    /// Matches the innermost frame with an unused child of the last matched node, or with the root.
    ///
    /// - Parameter mayStart: false if another tree of the address is being followed, which then has to have the call.
    mutating func match(_ function: SorobanAuthorizedFunction, mayStart: Bool) -> Bool {
        guard !hasMatchedFrame, !path.isEmpty else { return false }
        let place: Int?
        if isInStack {
            place = change { node in
                let found = node.children.firstIndex { !$0.isUsed && $0.function == function }
                if let found { node.children[found].isUsed = true }
                return found
            }
        } else if mayStart, !root.isUsed, root.function == function {
            root.isUsed = true
            rootDepth = path.count
            place = 0
        } else {
            place = nil
        }
        path[path.count - 1] = place
        return place != nil
    }

    /// Adds the innermost frame to the last matched node.
    mutating func record(_ function: SorobanAuthorizedFunction) {
        let place = change { node in
            node.children.append(Node(function: function, isUsed: true))
            return node.children.count - 1
        }
        path[path.count - 1] = place
    }

    /// Changes the last matched node.
    private mutating func change<T>(_ body: (inout Node) -> T) -> T {
        // The first match is the root; the others are children, each of the one before.
        Self.change(&root, path.compactMap(\.self).dropFirst(), body)
    }

    private static func change<T>(_ node: inout Node, _ way: ArraySlice<Int>, _ body: (inout Node) -> T) -> T {
        guard let next = way.first else { return body(&node) }
        return change(&node.children[next], way.dropFirst(), body)
    }

    /// The whole tree.
    var invocation: SorobanAuthorizedInvocation { root.invocation }

    /// The calls of the tree, each before those that it makes.
    var functions: [SorobanAuthorizedFunction] { root.functions }
}

extension SorobanAuthorizedFunction {
    /// The creation of a contract without arguments for a constructor has an older form, which authorizes the same.
    ///
    /// - Source: rs-soroban-env auth.rs.
    var inNewestForm: SorobanAuthorizedFunction {
        guard case .createContractHostFn(let old) = self else { return self }
        return .createContractV2HostFn(
            CreateContractArgsV2(
                contractIDPreimage: old.contractIDPreimage, executable: old.executable, constructorArgs: []))
    }
}

extension InvocationTree.Node {
    init(_ invocation: SorobanAuthorizedInvocation) {
        self.init(function: invocation.function.inNewestForm, children: invocation.subInvocations.map(Self.init))
    }

    var invocation: SorobanAuthorizedInvocation {
        SorobanAuthorizedInvocation(function: function, subInvocations: children.map(\.invocation))
    }

    var functions: [SorobanAuthorizedFunction] { [function] + children.flatMap(\.functions) }
}
