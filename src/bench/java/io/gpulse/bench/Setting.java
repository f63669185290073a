package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is measured, and with what.
 *
 * @param base the root of the repository
 * @param work where files of the run go
 * @param jar gpulse, packaged
 * @param javaHome the JDK that what is measured runs on
 */
record Setting(String bench, Path base, Path work, Path jar, Path javaHome) {

    static Setting given() throws IOException {
        Path base = Path.of(System.getProperty("bench.base", "")).toAbsolutePath();
        Path work = Files.createDirectories(base.resolve("target/bench"));
        return new Setting(
                property("bench", "none"),
                base,
                work,
                base.resolve("target/gpulse.jar"),
                Path.of(property("bench.java", System.getProperty("java.home"))));
    }

    /** A property that is empty counts as not given: the build hands all of them on. */
    static String property(String name, String otherwise) {
        String given = System.getProperty(name, "");
        return given.isBlank() ? otherwise : given;
    }

    Duration seconds(String name, long otherwise) {
        return Duration.ofSeconds(Long.parseLong(property(name, String.valueOf(otherwise))));
    }

    /** The folder of the extracted form, which package and image start. */
    Path extracted() {
        return this.base.resolve("target/gpulse");
    }

    /** Whether a crowd of this size is asked for; all are where none is named. */
    boolean wantsCrowd(int size) {
        return property("bench.crowd", String.valueOf(size)).equals(String.valueOf(size));
    }

    /** An older one, to be measured beside it; null where none is named. */
    @Nullable
    Path oldJar() {
        String given = property("bench.old", "");
        return given.isEmpty() ? null : Path.of(given);
    }

    String tool(String name) {
        return this.javaHome.resolve("bin").resolve(name).toString();
    }

    /** As the JDK's own {@code release} file says it. */
    String javaVersion() throws IOException {
        Path release = this.javaHome.resolve("release");
        if (!Files.isReadable(release)) {
            return System.getProperty("java.version");
        }
        return Files.readAllLines(release).stream()
                .filter((line) -> line.startsWith("JAVA_VERSION="))
                .map((line) -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                .findFirst()
                .orElse("unknown");
    }

    int javaFeature() throws IOException {
        return Integer.parseInt(javaVersion().split("\\.")[0]);
    }
}
