// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal

/// Says which operation a command builds.
protocol BuildCommand {
    static var spec: OperationSpec { get }
}

/// The command that builds one operation, in a new transaction or appended to an existing one.
struct Build<Command: BuildCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let spec = Command.spec
        return CommandConfiguration(
            commandName: spec.command.last, abstract: spec.summary.commandText, discussion: spec.discussion)
    }

    @OptionGroup var fields: SpecOptions<Command>
    @OptionGroup var options: BuildOptions

    func run() throws { try options.build { () throws(Failure) in try Command.spec.operation(try fields.texts()) } }
}

extension OperationSpec {
    /// The width within which examples are broken.
    private static let width = 117

    /// What the command's help says besides its summary and its options.
    var discussion: String {
        var lines = ["Example: coldstar-build " + command.joined(separator: " ")]
        for (field, text) in example {
            let option = " --\(field.name) \(text)"
            let last = lines.count - 1
            if lines[last].count + option.count <= Self.width {
                lines[last] += option
            } else {
                lines[last] += " \\"
                lines.append(" " + option)
            }
        }
        return (notes.map { $0.commandText + "\n" } ?? "") + lines.joined(separator: "\n")
    }
}

/// The options of an operation's fields.
struct SpecOptions<Command: BuildCommand>: ParsableArguments, CustomReflectable {
    private var given: [(field: InputField, texts: [String])] = []

    init() {}

    /// What was filled in. Files are read, and standard input.
    func texts() throws(Failure) -> FieldTexts {
        var filled = FieldTexts()
        for (field, texts) in given {
            switch field.kind {
            case .document, .documents:
                for text in texts { filled.add(field.id, try InputDocument(argument: text)) }
            default: filled.set(field.id, texts)
            }
        }
        return filled
    }

    // MARK: for the parser, which finds options by reflection

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    var customMirror: Mirror {
        Mirror(self, children: Command.spec.fields.map { (label: $0.id.name, value: $0.option) })
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for field in Command.spec.fields {
            let key = Key(stringValue: field.id.name)
            let texts: [String]? =
                switch field.form {
                case .flag: try values.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : nil
                case .several: try values.decode(Option<[String]>.self, forKey: key).wrappedValue
                case .required: [try values.decode(Option<String>.self, forKey: key).wrappedValue]
                case .optional: try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
                }
            if let texts { given.append((field, texts)) }
        }
    }
}

extension InputField {
    fileprivate enum Form {
        case flag, several, required, optional
    }

    fileprivate var form: Form {
        switch kind {
        case .flag: .flag
        case .list, .documents: .several
        default: isRequired || usual != nil ? .required : .optional
        }
    }

    fileprivate var option: Any {
        let name = NameSpecification([.customLong(id.name)] + (alias.map { [.customLong($0)] } ?? []))
        var text = help.commandText
        if let whenEmpty {
            let end = text.last == "." ? "." : ""
            text = text.dropLast(end.count) + " (default: \(whenEmpty.commandText))" + end
        }
        let help = ArgumentHelp(text)
        let completion: CompletionKind? =
            switch kind {
            case .account, .signer: Completion.accounts
            case .asset: Completion.assets
            case .document, .documents: .file()
            default: nil
            }
        switch form {
        case .flag: return Flag<Bool>(wrappedValue: false, name: name, help: help)
        case .several:
            return isRequired
                ? Option<[String]>(name: name, help: help, completion: completion)
                : Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
        case .required:
            guard let usual else { return Option<String>(name: name, help: help, completion: completion) }
            return Option<String>(wrappedValue: usual, name: name, help: help, completion: completion)
        case .optional: return Option<String?>(name: name, help: help, completion: completion)
        }
    }
}
