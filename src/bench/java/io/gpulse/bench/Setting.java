package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * The setting of a measurement.
 *
 * @param base the root of the repository
 * @param work folder for files of the run
 * @param jar gpulse, packaged
 * @param javaHome the JDK that runs the measured programs
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

    /** Returns a property; an empty one counts as absent, since the build passes all of them. */
    static String property(String name, String otherwise) {
        String given = System.getProperty(name, "");
        return given.isBlank() ? otherwise : given;
    }

    Duration seconds(String name, long otherwise) {
        return Duration.ofSeconds(Long.parseLong(property(name, String.valueOf(otherwise))));
    }

    /** The folder of the extracted form, which package and image start. */
    Path extracted() {
        return this.jar.resolveSibling("gpulse");
    }

    /** Returns the same setting for an older jar, which is copied and extracted to a folder of its own. */
    Setting ofOlder(Path jar) throws IOException {
        Path folder = this.work.resolve("old");
        FileSystemUtils.deleteRecursively(folder);
        Path copy = Files.createDirectories(folder).resolve("gpulse.jar");
        Files.copy(jar, copy);
        Setting older = new Setting(this.bench, this.base, folder, copy, this.javaHome);
        Children.linesOf(new ProcessBuilder(
                tool("java"),
                "-Djarmode=tools",
                "-jar",
                copy.toString(),
                "extract",
                "--destination",
                older.extracted().toString()));
        return older;
    }

    /** Returns whether a crowd of this size is requested; by default all are. */
    boolean wantsCrowd(int size) {
        return property("bench.crowd", String.valueOf(size)).equals(String.valueOf(size));
    }

    /** Returns an older jar to compare with; null for none. */
    @Nullable
    Path oldJar() {
        String given = property("bench.old", "");
        return given.isEmpty() ? null : Path.of(given);
    }

    String tool(String name) {
        return this.javaHome.resolve("bin").resolve(name).toString();
    }

    /** Returns the version in the JDK's {@code release} file. */
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
