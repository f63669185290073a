package io.gpulse.startup;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/**
 * The native libraries next to the extracted jar. JNA and SQLite otherwise unpack theirs into the folder for temporary
 * files, which may be mounted noexec.
 *
 * @param folder those of this kind of processor
 */
record NativeLibraries(Path folder) {

    /** Returns those next to the jar of a class; empty for a jar in one file, and for other systems. */
    static Optional<NativeLibraries> nextTo(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? Optional.empty()
                : nextTo(URI.create(source.getLocation().toString()), System.getProperty("os.arch"));
    }

    /** @param machine the kind of processor as Java names it */
    static Optional<NativeLibraries> nextTo(URI jar, String machine) {
        if (!"file".equals(jar.getScheme())) {
            return Optional.empty();
        }
        Path folder = Path.of(jar).resolveSibling("native").resolve(machine.equals("amd64") ? "x86_64" : machine);
        return Optional.of(folder).filter(Files::isDirectory).map(NativeLibraries::new);
    }

    /** Has the libraries loaded from here, unless Java's command line names other places. */
    void use() {
        setDefault("jna.boot.library.path", this.folder.toString());
        if (System.getProperty("org.sqlite.lib.path") == null) {
            setDefault("org.sqlite.lib.name", System.mapLibraryName("sqlitejdbc"));
            setDefault("org.sqlite.lib.path", this.folder.toString());
        }
    }

    private static void setDefault(String property, String value) {
        System.setProperty(property, System.getProperty(property, value));
    }
}
