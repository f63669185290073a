package io.gpulse.setup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files and variables of a machine.
 *
 * @param root {@code /}, the root of the kernel's files and device nodes
 * @param environment the variables that gpulse was started with
 */
public record HostSystem(Path root, Map<String, String> environment) {

    public static HostSystem ofThisMachine() {
        return new HostSystem(Path.of("/"), System.getenv());
    }

    /** Returns a file by its path from the root, without a leading slash. */
    Path file(String name) {
        return this.root.resolve(name);
    }

    public boolean has(String name) {
        return Files.exists(file(name));
    }

    /** Returns the content of a small file; empty when it is unreadable or empty. */
    public Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(file(name)).strip()).filter((text) -> !text.isEmpty());
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the names in a folder with this prefix, in order. */
    List<Path> list(String folder, String beginning) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(file(folder), beginning + "*")) {
            entries.forEach(found::add);
        } catch (IOException | RuntimeException unreadable) {
            return List.of();
        }
        Collections.sort(found);
        return found;
    }

    public Optional<String> variable(String name) {
        return Optional.ofNullable(this.environment.get(name));
    }

    /** Returns the path of a file on its own machine. */
    public String shown(Path file) {
        return "/" + this.root.relativize(file);
    }
}
