package io.gpulse.startup;

import io.gpulse.metric.Spelling;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The arguments of the command line, checked before the service starts: a misspelt one must not start it. */
final class CommandLine {

    private static final Set<String> HELP = Set.of("--help", "-h");
    private static final Set<String> VERSION = Set.of("--version", "-V");
    private static final List<String> COMMANDS = List.of("doctor", "password", "help");
    private static final List<String> WORDS = List.of("--help", "--version", "doctor", "password");
    private static final Pattern FOR_JAVA = Pattern.compile("-[DX].+|-(ea|javaagent|agentlib).*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern NOT_OF_A_NAME = Pattern.compile("[^A-Za-z0-9._\\[\\]-].*");
    private static final String OURS = "gpulse.";
    private static final int LONGEST = 80;
    private static final int LETTERS_FOR_A_FAULT = 3;

    private final List<String> arguments;
    private final Supplier<KnownProperties> known;

    /** @param known queried only when there are options */
    CommandLine(List<String> arguments, Supplier<KnownProperties> known) {
        this.arguments = arguments;
        this.known = known;
    }

    /** The text that is printed in place of a start. */
    record Reply(int exitCode, String text) {

        static final int MISUSE = 2;

        void print(PrintStream out, PrintStream err) {
            PrintStream to = this.exitCode == 0 ? out : err;
            to.println(this.text);
            to.flush();
        }
    }

    /** Returns the reply to a command or a wrong argument; empty when the service shall start. */
    Optional<Reply> reply() {
        if (this.arguments.isEmpty()) {
            return Optional.empty();
        }
        if (this.arguments.get(0).equals("help") || this.arguments.stream().anyMatch(HELP::contains)) {
            return Optional.of(new Reply(0, CommandLineHelp.text()));
        }
        if (this.arguments.stream().anyMatch(VERSION::contains)) {
            return Optional.of(new Reply(0, CommandLineHelp.version()));
        }
        return fault().map((fault) -> new Reply(Reply.MISUSE, "gpulse: " + fault + " Try --help."));
    }

    private Optional<String> fault() {
        KnownProperties properties = null;
        String before = null;
        for (String argument : this.arguments) {
            if (!argument.startsWith("--")) {
                return Optional.of(word(argument, before));
            }
            properties = properties == null ? this.known.get() : properties;
            String name = nameIn(argument).substring(2);
            if (!properties.contains(name)) {
                String shown = NOT_OF_A_NAME.matcher(name).replaceFirst("");
                Optional<String> nearest = nearest(shown, properties);
                // With no similar name it may be a value that begins with dashes, unless it is a name of gpulse.
                boolean isOurs = name.startsWith(OURS);
                return Optional.of(
                        before != null && nearest.isEmpty() && !isOurs
                                ? word(argument, before)
                                : unknown("option", "--" + shown, nearest));
            }
            before = argument;
        }
        return Optional.empty();
    }

    /** Returns the fault of an argument that is no option. A value is not repeated, since it can be a secret. */
    private String word(String word, @Nullable String before) {
        if (FOR_JAVA.matcher(word).matches()) {
            return "put options of Java such as " + shown(nameIn(word)) + " before -jar.";
        }
        if (before != null && before.indexOf('=') < 0 && !word.startsWith("-")) {
            return "the value of " + shown(before) + " follows an equals sign: " + shown(before) + "=VALUE.";
        }
        String name = nameIn(word);
        if (before != null && !COMMANDS.contains(name)) {
            // A value with a blank in it is split into words, which can be parts of a secret.
            return "the word after " + shown(nameIn(before)) + " is not an option; a value follows an equals sign, in"
                    + " quotes if it has blanks.";
        }
        if (COMMANDS.contains(this.arguments.get(0))) {
            return "'" + this.arguments.get(0) + "' takes no arguments.";
        }
        if (COMMANDS.contains(name)) {
            return "the command '" + name + "' must be the first argument.";
        }
        boolean isOption = word.startsWith("-") || word.indexOf('=') >= 0 || word.indexOf('.') >= 0;
        return isOption
                ? unknown("option", name, nearest(name.replaceFirst("^-", ""), this.known.get()))
                : unknown("command", name, nearestWord(name));
    }

    private static String unknown(String what, String name, Optional<String> nearest) {
        return "unknown " + what + " '" + shown(name) + "'"
                + nearest.map((known) -> "; did you mean '" + known + "'?").orElse(".");
    }

    /** Returns the most similar command or flag of the command line, otherwise the most similar property. */
    private static Optional<String> nearest(String name, KnownProperties properties) {
        return nearestWord(name)
                .or(() -> properties.contains(name)
                        ? Optional.of("--" + name)
                        : properties.nearest(name).map((known) -> "--" + known));
    }

    private static Optional<String> nearestWord(String name) {
        return name.length() > LONGEST
                ? Optional.empty()
                : WORDS.stream()
                        .filter((known) -> distance(name, known) <= name.length() / LETTERS_FOR_A_FAULT)
                        .min(Comparator.comparingInt((known) -> distance(name, known)));
    }

    private static int distance(String name, String word) {
        return Spelling.distance(name, word.startsWith("--") ? word.substring(2) : word);
    }

    private static String nameIn(String argument) {
        int equals = argument.indexOf('=');
        return equals < 0 ? argument : argument.substring(0, equals);
    }

    private static String shown(String name) {
        String shown = name.length() > LONGEST ? name.substring(0, LONGEST) + "..." : name;
        return UNPRINTABLE.matcher(shown).replaceAll("?");
    }
}
