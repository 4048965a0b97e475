// SPDX-License-Identifier: Apache-2.0

extension SafeFiles {
    /// A name for a file in the making, beside the one that it is to become, and hidden.
    package static func temporaryPath(beside path: String) throws(FileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else { throw .notRegular(path: path) }
        return split(path).folder + "/" + WriteTarget.temporaryName()
    }

    /// Gives a file in the making its name: on disk first, then in one step, then the folder on disk.
    ///
    /// - Parameters:
    ///   - temporary: from `temporaryPath(beside:)`; gone afterwards, also when this fails.
    ///   - replacing: whether a file of the name may be there.
    /// - Throws: `.exists`.
    package static func settle(_ temporary: String, as path: String, replacing: Bool) throws(FileError) {
        let target = try WriteTarget(path: path, temporary: split(temporary).name)
        try target.settle(replacing: replacing)
    }
}
