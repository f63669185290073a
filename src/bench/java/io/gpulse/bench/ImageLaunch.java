package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.springframework.util.FileSystemUtils;

/**
 * The launch of gpulse in the image: in the extracted form, with the image's options, a cache of the classes that a
 * first run loaded, and Spring's decisions of the build where the jar contains them.
 *
 * @param folder its working folder
 * @param command java, its options and the jar
 */
record ImageLaunch(Path folder, List<String> command) {

    /** The first JDK with the cache of loaded classes that the image's options use. */
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
            paper.print("without Spring's decisions of the build, which this jar does not contain");
        }
        List<String> jar = List.of("-jar", "gpulse.jar");
        if (setting.javaFeature() >= WITH_CACHE) {
            List<String> first = new ArrayList<>(options);
            first.add("-XX:AOTCacheOutput=gpulse.aot");
            first.addAll(jar);
            rehearse(setting, folder, first);
            options.add("-XX:AOTCache=gpulse.aot");
        } else {
            paper.print("without a cache of loaded classes, which needs JDK " + WITH_CACHE);
        }
        options.addAll(jar);
        paper.print("in " + folder + ": " + String.join(" ", options));
        return new ImageLaunch(folder, List.copyOf(options));
    }

    private static boolean decided(Setting setting) throws IOException {
        try (JarFile jar = new JarFile(setting.jar().toFile())) {
            return jar.getEntry(DECISIONS) != null;
        }
    }

    /** Copies the extracted form; the cache is written next to it. */
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
