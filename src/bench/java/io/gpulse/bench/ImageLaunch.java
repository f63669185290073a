package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.springframework.util.FileSystemUtils;

/**
 * How the image launches gpulse: unpacked, with its options, from a cache of what a first run has loaded; with Spring's
 * decisions made at build where the jar holds them.
 *
 * @param folder where it runs
 * @param command java, its options and the jar
 */
record ImageLaunch(Path folder, List<String> command) {

    /** The first JDK whose cache of loaded classes the image's options speak of. */
    static final int WITH_CACHE = 25;

    private static final String DECISIONS =
            "BOOT-INF/classes/io/gpulse/GpulseApplication__ApplicationContextInitializer.class";

    private static final List<String> REHEARSED = List.of(
            "/", "/api/v1/snapshot", "/api/v1/gpus", "/api/v1/host", "/api/v1/catalogue", "/api/v1/status", "/metrics");

    static ImageLaunch prepared(Setting setting, Paper paper) throws Exception {
        Path folder = setting.work().resolve("unpacked");
        copy(setting.extracted(), folder);
        List<String> options = new ArrayList<>(List.of(setting.tool("java")));
        options.addAll(Image.options(setting));
        if (decided(setting)) {
            options.add("-Dspring.aot.enabled=true");
        } else {
            paper.say("without Spring's decisions made at build, which this jar does not hold");
        }
        List<String> jar = List.of("-jar", "gpulse.jar");
        if (setting.javaFeature() >= WITH_CACHE) {
            List<String> first = new ArrayList<>(options);
            first.add("-XX:AOTCacheOutput=gpulse.aot");
            first.addAll(jar);
            rehearse(setting, folder, first);
            options.add("-XX:AOTCache=gpulse.aot");
        } else {
            paper.say("without a cache of loaded classes, which takes JDK " + WITH_CACHE);
        }
        options.addAll(jar);
        paper.say("in " + folder + ": " + String.join(" ", options));
        return new ImageLaunch(folder, List.copyOf(options));
    }

    private static boolean decided(Setting setting) throws IOException {
        try (JarFile jar = new JarFile(setting.jar().toFile())) {
            return jar.getEntry(DECISIONS) != null;
        }
    }

    /** Copies the extracted form, beside which the cache is written. */
    private static void copy(Path extracted, Path folder) throws IOException {
        FileSystemUtils.deleteRecursively(folder);
        FileSystemUtils.copyRecursively(extracted, folder);
    }

    private static void rehearse(Setting setting, Path folder, List<String> first) throws Exception {
        try (Gpulse gpulse = Gpulse.started(setting, folder, first)) {
            REHEARSED.forEach((path) -> Web.get(gpulse.port(), path));
        }
    }
}
