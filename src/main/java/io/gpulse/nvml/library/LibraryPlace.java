package io.gpulse.nvml.library;

import org.jspecify.annotations.Nullable;

/**
 * A place where the driver's library was looked for, and what came of it.
 *
 * @param name what the linker was asked for: a path, or a file name that it looks for in its own folders
 * @param realPath the file behind it, links followed; null when it was not loaded, or the kernel does not tell
 * @param refusal what the linker said; null when it loaded the library
 */
public record LibraryPlace(
        String name, @Nullable String realPath, @Nullable String refusal) {

    static LibraryPlace loaded(String name, @Nullable String realPath) {
        return new LibraryPlace(name, realPath, null);
    }

    /** Of the linker's words, which the binding repeats for each of its attempts, only the first that say why. */
    public static LibraryPlace refused(String name, String words) {
        String why = words.lines()
                .map(String::strip)
                .filter((line) -> !line.startsWith("Unable to load library"))
                .findFirst()
                .orElse(words);
        return new LibraryPlace(name, null, why.startsWith(name + ": ") ? why.substring(name.length() + 2) : why);
    }

    public boolean isLoaded() {
        return this.refusal == null;
    }
}
