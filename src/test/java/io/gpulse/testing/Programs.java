package io.gpulse.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of other projects that tests run. */
public final class Programs {

    private Programs() {}

    /** Returns whether a program is on the PATH; throws instead of returning false under {@code demand.programs}. */
    public static boolean isPresent(String name) {
        boolean present = isOnPath(name);
        if (!present && Boolean.getBoolean("demand.programs")) {
            throw new IllegalStateException("demand.programs is set, but there is no '" + name + "' on the PATH");
        }
        return present;
    }

    /** Returns whether a program is on the PATH, also one that is never demanded. */
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch((folder) -> Files.isExecutable(Path.of(folder, name)));
    }
}
