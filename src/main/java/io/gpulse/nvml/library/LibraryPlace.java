package io.gpulse.nvml.library;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place where the driver's library was searched for, with the result.
 *
 * @param place the linker's argument: a path, or a file name that it searches for in its own folders
 * @param realPath the file, links followed; null when it was not loaded or is not known
 * @param refusal the linker's message; null when it loaded the library
 */
public record LibraryPlace(
        String place, @Nullable String realPath, @Nullable String refusal) {

    /** The words of the linkers of Linux and Windows. */
    private static final Pattern MISSING =
            Pattern.compile("No such file|cannot find the|could not be found|not found", Pattern.CASE_INSENSITIVE);

    static LibraryPlace loaded(String place, @Nullable String realPath) {
        return new LibraryPlace(place, realPath, null);
    }

    /** Creates a failed place. Keeps the first reason of the message, which the binding repeats for each attempt. */
    public static LibraryPlace refused(String place, String words) {
        String why = words.lines()
                .map(String::strip)
                .filter((line) -> !line.startsWith("Unable to load library"))
                .findFirst()
                .orElse(words);
        return new LibraryPlace(place, null, why.startsWith(place + ": ") ? why.substring(place.length() + 2) : why);
    }

    /** Returns whether there is no file; a file of another kind of processor, for example, is refused otherwise. */
    public boolean isMissing() {
        return this.refusal != null && MISSING.matcher(this.refusal).find();
    }

    public boolean isLoaded() {
        return this.refusal == null;
    }
}
