package io.gpulse.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The name of the program that an interpreter or a launcher runs, as {@code train.py} of
 * {@code python -u train.py --lr 3}. No other part of an argument list is returned, since that can contain secrets.
 */
final class ProgramName {

    private static final Pattern FILE = Pattern.compile(".+\\.(py|ipynb|sh|jar|js)", Pattern.CASE_INSENSITIVE);

    /** Scripts that packages install, as {@code vllm}. */
    private static final Pattern INSTALLED = Pattern.compile(".*/bin/[\\w.+-]+");

    /** A path as an argument of a launcher, which may also be a command with variables. */
    private static final Pattern LAUNCHED = Pattern.compile("[^-\\s=:;&|'\"$`][^\\s=:;&|'\"$`]*");

    /** Options of a shell or an interpreter that are followed by code, as {@code -lc}, or contain a module. */
    private static final Pattern COMMAND_OPTION = Pattern.compile("-[A-Za-z]*[ce]|-m.+|--eval|--print");

    private static final Pattern MODULE_OPTION = Pattern.compile("-[A-Za-z]*m|--module");

    private static final Pattern MODULE = Pattern.compile("[A-Za-z_][\\w.]*");

    private static final Pattern LAUNCHER = Pattern.compile("torchrun|accelerate|deepspeed|ray|uv");
    private static final List<Interpreter> INTERPRETERS = List.of(
            new Interpreter("(python|pypy)[\\d.]*t?", "c", "m", "WX", Set.of("--check-hash-based-pycs")),
            new Interpreter("bash", "cs", "", "oO", Set.of("--rcfile", "--init-file")),
            new Interpreter("node|nodejs", "epi", "", "rC", Set.of("--require", "--import", "--loader", "--env-file")));

    /** Options of node that are followed by source code, or contain it. */
    private static final Pattern CODE_WORD = Pattern.compile("--(eval|print)(=.*)?", Pattern.DOTALL);

    private static final String ARCHIVE = "-jar";

    /** Options of java that are followed by a value. */
    private static final Set<String> VALUED_OF_JAVA = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access");

    /** Modules that start a program, as their packages do by a script. */
    private static final Set<String> LAUNCHING_MODULES =
            Set.of("torch.distributed.run", "torch.distributed.launch", "accelerate.commands.launch");

    private static final String KERNEL = "ipykernel_launcher";

    private ProgramName() {}

    /**
     * An interpreter, and its options, which precede the program.
     *
     * @param name pattern of its executable
     * @param code letters of options that are followed by source code, or read it from the standard input
     * @param module letters of options that are followed by the name of a module
     * @param valued letters of options that are followed by a value
     * @param valuedWords options of several letters that are followed by a value
     */
    private record Interpreter(String name, String code, String module, String valued, Set<String> valuedWords) {

        /** Returns the name of the program; empty where the arguments do not name one. */
        Optional<String> program(Deque<String> rest) {
            while (!rest.isEmpty()) {
                String argument = rest.remove();
                if (argument.equals("--")) {
                    return Optional.ofNullable(rest.poll()).flatMap((file) -> ofFile(file, rest));
                }
                if (!argument.startsWith("-")) {
                    return ofFile(argument, rest);
                }
                if (CODE_WORD.matcher(argument).matches()) {
                    return Optional.empty();
                }
                if (this.valuedWords.contains(argument)) {
                    rest.poll();
                } else if (!argument.startsWith("--")) {
                    char option = decisiveOption(argument);
                    if (argument.equals("-") || this.code.indexOf(option) >= 0) {
                        return Optional.empty();
                    }
                    String value = value(argument, option, rest);
                    if (this.module.indexOf(option) >= 0) {
                        return ofModule(value, rest);
                    }
                }
            }
            return Optional.empty();
        }

        /** Returns the first option of a group, as {@code -uc}, that is not a plain switch; else a space. */
        private char decisiveOption(String group) {
            String letters = this.code + this.module + this.valued;
            return (char) group.chars()
                    .skip(1)
                    .filter((letter) -> letters.indexOf(letter) >= 0)
                    .findFirst()
                    .orElse(' ');
        }

        /** Returns the value of an option: the rest of its argument, or the next one; empty for a switch. */
        private static String value(String group, char option, Deque<String> rest) {
            int place = group.indexOf(option);
            String attached = group.substring(place + 1);
            return place > 0 && attached.isEmpty() ? Objects.requireNonNullElse(rest.poll(), "") : attached;
        }
    }

    /** Returns the name of the program; empty where the executable names it best. */
    static Optional<String> of(List<String> arguments) {
        Deque<String> rest = new ArrayDeque<>(arguments);
        String executable = base(Objects.requireNonNullElse(rest.poll(), ""));
        return program(executable, rest).map((name) -> name.startsWith(KERNEL) ? "ipykernel" : name);
    }

    private static Optional<String> program(String executable, Deque<String> rest) {
        if (LAUNCHER.matcher(executable).matches()) {
            return launched(rest);
        }
        if (executable.equals("java")) {
            return archive(rest);
        }
        return INTERPRETERS.stream()
                .filter((interpreter) -> executable.matches(interpreter.name()))
                .findFirst()
                .flatMap((interpreter) -> interpreter.program(rest));
    }

    private static Optional<String> ofModule(String name, Deque<String> rest) {
        if (!MODULE.matcher(name).matches()) {
            return Optional.empty();
        }
        return LAUNCHING_MODULES.contains(name) ? launched(rest).or(() -> Optional.of(name)) : Optional.of(name);
    }

    private static Optional<String> ofFile(String path, Deque<String> rest) {
        if (LAUNCHER.matcher(base(path)).matches()) {
            return launched(rest).or(() -> Optional.of(base(path)));
        }
        boolean named = FILE.matcher(path).matches() || INSTALLED.matcher(path).matches();
        return named ? Optional.of(base(path)) : Optional.empty();
    }

    /**
     * Returns the first argument of a launcher that names a program; its options are too many to know their values. A
     * command of several words is none, nor is what follows it.
     */
    private static Optional<String> launched(Deque<String> rest) {
        while (!rest.isEmpty()) {
            String argument = rest.remove();
            if (COMMAND_OPTION.matcher(argument).matches()) {
                return Optional.empty();
            }
            if (MODULE_OPTION.matcher(argument).matches()) {
                return ofModule(Objects.requireNonNullElse(rest.poll(), ""), rest);
            }
            if (LAUNCHED.matcher(argument).matches() && FILE.matcher(argument).matches()) {
                return Optional.of(base(argument));
            }
        }
        return Optional.empty();
    }

    /** Returns the archive that java starts; the arguments of a class may look like its options. */
    private static Optional<String> archive(Deque<String> rest) {
        boolean starts = false;
        while (!rest.isEmpty()) {
            String argument = rest.remove();
            if (VALUED_OF_JAVA.contains(argument)) {
                rest.poll();
            } else if (argument.equals(ARCHIVE)) {
                starts = true;
            } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
                return starts && FILE.matcher(argument).matches() ? Optional.of(base(argument)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the last part of a path. */
    static String base(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
