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
import org.jspecify.annotations.Nullable;

/** The command lines of processes. Reading one can block while the process hangs. */
final class CommandLines {

    /** Reads nothing. */
    static final CommandLines HIDDEN = new CommandLines(null);

    private static final int MOST_BYTES = 4096;
    private static final int MOST_LETTERS = 1000;
    private static final String CUT_OFF = "\u2026";

    private final @Nullable Path proc;

    CommandLines(@Nullable Path proc) {
        this.proc = proc;
    }

    /** Returns the words of a command line, at most 1,000 characters; control characters are replaced. */
    Reading of(int pid) {
        if (this.proc == null) {
            return Reading.absent(Reason.HIDDEN);
        }
        try (InputStream file = Files.newInputStream(this.proc.resolve(pid + "/cmdline"))) {
            String line = printable(new String(file.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
            // Threads of the kernel and ended processes have none.
            return line.isEmpty() ? Reading.absent(Reason.NO_DATA) : new Reading.Text(line);
        } catch (NoSuchFileException ended) {
            return Reading.absent(Reason.NO_DATA);
        } catch (AccessDeniedException forbidden) {
            return Reading.absent(Reason.NO_PERMISSION);
        } catch (IOException broken) {
            return Reading.absent(Reason.ERROR);
        }
    }

    private static String printable(String words) {
        String line = PrintableText.of(words.replace('\0', ' ').strip());
        return line.length() > MOST_LETTERS ? line.substring(0, MOST_LETTERS - 1) + CUT_OFF : line;
    }
}
