// SPDX-License-Identifier: Apache-2.0

package import Codec
import Confine
import Review
import SafeFiles
package import Stellar
import Vault

/// Checks the machine and the vault.
package struct MachineReport {
    private let home: String
    private let vault: String
    private let now: Timestamp
    private let machine: any MachineClock
    private let programs: [String]

    /// The folders that a confined program must be able to read.
    package static let folders = NetworkInterface.folders + ["/proc"]
    /// The file, if it exists, that a confined program must be able to read.
    package static let preloadFile = "/etc/ld.so.preload"

    /// - Parameters:
    ///   - home: the folder of the state of both sides.
    ///   - vault: the folder of the vault.
    ///   - programs: the folders in which programs are installed. Only whether a file is there is asked, which needs no
    ///     right to read.
    package init(
        home: String, vault: String, now: Timestamp, machine: any MachineClock,
        programs: [String] = ["/usr/bin", "/usr/local/bin", "/opt/coldstar/bin"]
    ) {
        self.home = home
        self.vault = vault
        self.now = now
        self.machine = machine
        self.programs = programs
    }

    /// Plausible times: no machine that runs this release is older, and none should be as late.
    private static let plausible = Timestamp(1_793_491_200)..<Timestamp(4_102_444_800)

    package func all() -> [MachineCheck] {
        [
            interfaces(), radios(), online(), tracer(), preload(), swap(), clock(), policy(), permissions(), journal(),
            backups(),
        ].compactMap { $0 }
    }

    private func interfaces() -> MachineCheck {
        guard let found = NetworkInterface.all() else {
            return MachineCheck(name: "network", state: .unknown, detail: "the system does not tell its interfaces")
        }
        let up = found.filter(\.isUp).map { TerminalText.escape($0.name) }
        guard up.isEmpty else {
            return MachineCheck(name: "network", state: .attention, detail: "up: \(up.joined(separator: ", "))")
        }
        let down = found.isEmpty ? "there is no interface" : "\(found.count) interfaces, all down"
        return MachineCheck(name: "network", state: .good, detail: Wording(down))
    }

    private func radios() -> MachineCheck {
        let found = NetworkInterface.radios().map { TerminalText.escape($0) }
        return found.isEmpty
            ? MachineCheck(name: "radio", state: .good, detail: "the system shows none")
            : MachineCheck(name: "radio", state: .attention, detail: "there: \(found.joined(separator: ", "))")
    }

    /// What the online side consists of.
    private static let onlinePrograms = ["build", "submit", "desk"].map { "coldstar-\($0)" }

    private func online() -> MachineCheck {
        let name = "online side"
        if SafeFiles.exists(home + "/online") {
            return MachineCheck(
                name: name, state: .attention,
                detail: "its folder is here as well: keys belong on a machine of their own")
        }
        let installed = Self.onlinePrograms.filter { program in
            programs.contains { SafeFiles.exists("\($0)/\(program)") }
        }
        return installed.isEmpty
            ? MachineCheck(
                name: name, state: .good,
                detail: "no folder of it beside the vault, no program of it in \(programs.joined(separator: ", "))")
            : MachineCheck(
                name: name, state: .attention,
                detail: "\(installed.joined(separator: ", ")) installed: keys belong on a machine of their own")
    }

    private func tracer() -> MachineCheck {
        guard let line = Self.lines("/proc/self/status")?.first(where: { $0.hasPrefix("TracerPid:") }) else {
            return MachineCheck(name: "debugger", state: .unknown, detail: "the system does not tell")
        }
        return line.hasSuffix("\t0")
            ? MachineCheck(name: "debugger", state: .good, detail: "none watches this program")
            : MachineCheck(name: "debugger", state: .attention, detail: "one watches this program")
    }

    /// Detects libraries that were loaded before the program's own.
    private func preload() -> MachineCheck {
        #if os(Linux)
            if let found = Preload.found() {
                return MachineCheck(name: "preload", state: .attention, detail: "\(found): it can replace any function")
            }
            return MachineCheck(name: "preload", state: .good, detail: "none")
        #else
            return MachineCheck(name: "preload", state: .unknown, detail: "the system does not tell")
        #endif
    }

    /// The clocks on which a policy's daily sums rely; nil without such a policy.
    private func policy() -> MachineCheck? {
        guard let list = try? VaultState(folder: vault).policy, let policy = try? Policy(of: list),
            policy.perDay != .unlimited
        else { return nil }
        let clocks =
            machine.reading() == nil
            ? "the later of the wall clock and the journal; this system does not tell the time since its start"
            : "the latest of the wall clock, the time since the first signature after the machine's start, and the journal"
        return MachineCheck(
            name: "policy", state: .good,
            detail: "daily sums use \(clocks). A user who can set the clock and restart the machine can begin a new day"
        )
    }

    private func swap() -> MachineCheck {
        guard let lines = Self.lines("/proc/swaps") else {
            return MachineCheck(name: "swap", state: .unknown, detail: "the system does not tell")
        }
        let places = lines.dropFirst().compactMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).first }
        return places.isEmpty
            ? MachineCheck(name: "swap", state: .good, detail: "none")
            : MachineCheck(
                name: "swap", state: .attention,
                detail:
                    "memory may be written to \(places.map { TerminalText.escape(String($0)) }.joined(separator: ", "))"
            )
    }

    private func clock() -> MachineCheck {
        guard Self.plausible.contains(now) else {
            return MachineCheck(name: "clock", state: .attention, detail: "it says \(now.utc), which cannot be")
        }
        if let latest = try? VaultState(folder: vault).record(for: nil).proven.latestTime, latest > now {
            return MachineCheck(
                name: "clock", state: .attention,
                detail: "it says \(now.utc), before the last entry of the journal, \(latest.utc)")
        }
        return MachineCheck(name: "clock", state: .good, detail: "it says \(now.utc)")
    }

    private func journal() -> MachineCheck {
        do {
            let keys = (try? Vault(folder: vault).list().map(\.name)) ?? []
            let state = try VaultState(folder: vault, for: keys)
            for key in keys where !state.isUnsealed(key) { try state.checkRecord(of: key) }
            let history = state.history
            guard history.torn == 0 else {
                return MachineCheck(
                    name: "journal", state: .attention, detail: "its last \(history.torn) bytes are a torn entry")
            }
            return MachineCheck(
                name: "journal", state: .good,
                detail: history.entries == 1 ? "1 entry" : "\(history.entries) entries, each bound to the last")
        } catch {
            return MachineCheck(name: "journal", state: .attention, detail: Wording(error.message))
        }
    }

    /// Half a year; after that the backup counts as untested.
    private static let longest: UInt64 = 183 * 86_400

    /// Lists keys whose words or backup have not been tested for half a year.
    private func backups() -> MachineCheck {
        let name = "backups"
        do {
            let state = try VaultState(folder: vault)
            let old = try Vault(folder: vault).list().filter { listed in
                guard let info = try? listed.info.get() else { return false }
                let tried = state.seal(listed.name)?.drilled ?? info.created
                return now.seconds > tried.seconds && now.seconds - tried.seconds > Self.longest
            }
            guard !old.isEmpty else {
                return MachineCheck(name: name, state: .good, detail: "none is to be tried now")
            }
            return MachineCheck(
                name: name, state: .attention,
                detail: "not tried for half a year: \(old.map(\.name.text).joined(separator: ", "))"
                    + " (\(step: .sign(.drillKey(key: nil))))")
        } catch let error as StateError {
            return MachineCheck(name: name, state: .unknown, detail: Wording(error.message))
        } catch {
            return MachineCheck(name: name, state: .unknown, detail: "the vault cannot be read")
        }
    }

    // MARK: the vault's modes

    private func permissions() -> MachineCheck {
        guard SafeFiles.exists(vault) else {
            return MachineCheck(name: "vault", state: .good, detail: "there is none yet")
        }
        let places = [vault] + ((try? SafeFiles.names(in: vault)) ?? []).sorted().map { vault + "/" + $0 }
        let open = places.filter { !Self.isPrivate($0) }.map { TerminalText.escape($0) }
        return open.isEmpty
            ? MachineCheck(name: "vault", state: .good, detail: "yours alone: \(places.count - 1) files")
            : MachineCheck(
                name: "vault", state: .attention,
                detail: "not yours alone (chmod go=): \(open.joined(separator: ", "))")
    }

    /// Whether only the user and root can access the path.
    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    private static func lines(_ path: String) -> [Substring]? {
        guard let bytes = try? SafeFiles.read(path, limit: 1 << 16) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}

/// A check of the machine or the vault: what a program can report but not fix.
package struct MachineCheck: Hashable, Sendable {
    package enum State: String, Sendable {
        case good
        /// The user should act.
        case attention
        /// The system does not provide the information.
        case unknown
    }

    package let name: String
    package let state: State
    package let detail: Wording
}

/// A network interface, read from the kernel's folders, without a socket.
package struct NetworkInterface: Hashable, Sendable {
    package let name: String
    /// Whether the interface is enabled, even without a cable.
    package let isUp: Bool

    package static let folders = ["/sys/class", "/sys/devices"]

    /// All interfaces except loopback; nil if the system does not list them.
    package static func all() -> [NetworkInterface]? {
        guard let names = try? SafeFiles.names(in: "/sys/class/net") else { return nil }
        return names.sorted().compactMap { name in
            guard let flags = flags(of: name), flags & loopback == 0 else { return nil }
            return NetworkInterface(name: name, isUp: flags & up != 0)
        }
    }

    /// Radio devices of any kind, connected or not.
    package static func radios() -> [String] {
        ["ieee80211", "bluetooth", "wwan", "nfc"].flatMap { kind in
            ((try? SafeFiles.names(in: "/sys/class/\(kind)")) ?? []).sorted()
        }
    }

    // IFF_UP, IFF_LOOPBACK
    private static let up = 1
    private static let loopback = 8

    private static func flags(of name: String) -> Int? {
        guard let bytes = try? SafeFiles.read("/sys/class/net/\(name)/flags", limit: 64) else { return nil }
        let text = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : nil
    }
}
