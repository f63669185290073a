package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** The launch of gpulse in the image, except for files of the image. */
final class Image {

    private static final String BEGIN = "COPY <<\"EOF\" jvm.options";

    private Image() {}

    /** The options of {@code jvm.options} in the Dockerfile, those that this JVM does not know included. */
    static List<String> options(Setting setting) throws IOException {
        List<String> dockerfile = Files.readAllLines(setting.base().resolve("Dockerfile"));
        int begin = dockerfile.indexOf(BEGIN);
        if (begin < 0) {
            throw new IOException("The Dockerfile has no line: " + BEGIN);
        }
        List<String> options = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
        dockerfile.subList(begin + 1, dockerfile.size()).stream()
                .takeWhile((line) -> !line.equals("EOF"))
                .filter((option) -> !option.contains("/app/"))
                .filter((option) -> !option.equals("-Djna.nounpack=true"))
                .filter((option) -> !option.startsWith("-Dspring.aot"))
                .forEach(options::add);
        return options;
    }

    /** The same with another limit of the heap. */
    static List<String> options(Setting setting, String heap) throws IOException {
        List<String> options = new ArrayList<>(options(setting));
        options.removeIf((option) -> option.startsWith("-Xmx"));
        options.add(heap);
        return options;
    }
}
