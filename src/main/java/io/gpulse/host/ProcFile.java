package io.gpulse.host;

import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file of the kernel, or why it is not known.
 *
 * @param text empty when it is not known
 * @param unread why it is not known; null when it is
 * @param readAt when it was read, by a monotonic clock, in nanoseconds
 */
record ProcFile(String text, @Nullable Reason unread, long readAt) {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    static ProcFile read(Path file) {
        return read(file, System::nanoTime);
    }

    static ProcFile read(Path file, LongSupplier nanos) {
        return read(file, nanos, StandardCharsets.UTF_8);
    }

    /** Reads a file. Malformed bytes become U+FFFD: no content fails to decode. */
    static ProcFile read(Path file, LongSupplier nanos, Charset charset) {
        try {
            String text = new String(Files.readAllBytes(file), charset);
            return new ProcFile(text, null, nanos.getAsLong());
        } catch (NoSuchFileException notThisKernel) {
            return unread(Reason.NOT_SUPPORTED);
        } catch (AccessDeniedException forbidden) {
            return unread(Reason.NO_PERMISSION);
        } catch (IOException broken) {
            return unread(Reason.ERROR);
        }
    }

    /** Returns the words of a line. */
    static List<String> words(String line) {
        return List.of(BLANKS.split(line.strip()));
    }

    private static ProcFile unread(Reason why) {
        return new ProcFile("", why, 0);
    }

    /** Returns a part of the content, as if it were a separate file. */
    ProcFile part(String some) {
        return new ProcFile(some, null, this.readAt);
    }

    /** Returns the text after a word at the start of a line. */
    Optional<String> after(String word) {
        int start = this.text.startsWith(word) ? 0 : this.text.indexOf("\n" + word) + 1;
        if (!this.text.startsWith(word, start)) {
            return Optional.empty();
        }
        int end = this.text.indexOf('\n', start);
        String line = this.text.substring(start + word.length(), end < 0 ? this.text.length() : end);
        return Optional.of(line.strip());
    }
}
