package io.gpulse.host;

import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The shown parts of the argument lists of processes. Reading one can block while the process hangs. */
final class CommandLines {

    /** Reads nothing. */
    static final CommandLines HIDDEN = new CommandLines(Path.of(""), false, false);

    private static final int MOST_BYTES = 4096;
    private static final int MOST_LETTERS = 1000;
    private static final int MOST_OF_PROGRAM = 64;
    private static final String CUT_OFF = "\u2026";

    private final Path proc;
    private final boolean commands;
    private final boolean programs;

    /**
     * @param commands whether command lines are shown, which can contain secrets
     * @param programs whether the names of programs are shown
     */
    CommandLines(Path proc, boolean commands, boolean programs) {
        this.proc = proc;
        this.commands = commands;
        this.programs = programs;
    }

    /** Returns whether command lines are shown. */
    boolean areShown() {
        return this.commands;
    }

    /**
     * The shown parts of an argument list, each present or absent with its reason.
     *
     * @param command its words, at most 1,000 characters; control characters are replaced
     * @param program the name of the program, at most 64 characters: {@code train.py} instead of {@code python}
     * @param arguments the list for workloads, which show the id of a kernel; empty when it is not known, or programs
     *     are hidden
     */
    record Shown(Reading command, Reading program, List<String> arguments) {}

    /**
     * Returns the shown parts of the argument list of a process.
     *
     * @param name path or name of its executable; null when it is not known
     */
    Shown of(int pid, @Nullable String name) {
        if (!this.commands && !this.programs) {
            return unread(Reason.HIDDEN);
        }
        try (InputStream file = Files.newInputStream(this.proc.resolve(pid + "/cmdline"))) {
            byte[] list = file.readNBytes(MOST_BYTES);
            String text = new String(list, StandardCharsets.UTF_8);
            // The last argument of a longer list is cut, and then is no name.
            String whole = list.length < MOST_BYTES ? text : text.substring(0, text.lastIndexOf('\0') + 1);
            List<String> arguments = List.of(whole.split("\0"));
            return shown(command(text), program(arguments, name), arguments);
        } catch (NoSuchFileException ended) {
            return unread(Reason.NO_DATA);
        } catch (AccessDeniedException forbidden) {
            return unread(Reason.NO_PERMISSION);
        } catch (IOException broken) {
            return unread(Reason.ERROR);
        }
    }

    /** Returns the parts of a list that is not read; what is hidden stays hidden. */
    Shown unread(Reason why) {
        return shown(Reading.absent(why), Reading.absent(why), List.of());
    }

    private Shown shown(Reading command, Reading program, List<String> arguments) {
        Reading hidden = Reading.absent(Reason.HIDDEN);
        return new Shown(
                this.commands ? command : hidden,
                this.programs ? program : hidden,
                this.programs ? arguments : List.of());
    }

    private static Reading command(String text) {
        return reading(text.replace('\0', ' ').strip(), MOST_LETTERS);
    }

    private static Reading program(List<String> arguments, @Nullable String name) {
        Optional<String> program = ProgramName.of(arguments);
        String executable = name == null ? "" : ProgramName.base(name);
        return reading(program.orElse(executable), MOST_OF_PROGRAM);
    }

    /** Returns a text, cut off after some characters. Threads of the kernel and ended processes have none. */
    private static Reading reading(String text, int most) {
        if (text.isBlank()) {
            return Reading.absent(Reason.NO_DATA);
        }
        String line = PrintableText.of(text);
        boolean fits = line.codePointCount(0, line.length()) <= most;
        return new Reading.Text(fits ? line : line.substring(0, line.offsetByCodePoints(0, most - 1)) + CUT_OFF);
    }
}
