package io.gpulse.nvml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The build of the driver library of {@code src/test/native}, once per set of symbols to leave out. */
final class FakeLibrary {

    static final String FILE_NAME = "libnvidia-ml.so.1";

    private static final List<String> FLAGS = List.of(
            "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden");
    private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    private static final Path SOURCES = BASE.resolve("src/test/native");
    private static final Map<Set<String>, Path> BUILT = new ConcurrentHashMap<>();

    private FakeLibrary() {}

    static boolean compilerPresent() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch((directory) -> Files.isExecutable(Path.of(directory, "cc")));
    }

    static Path without(Set<String> symbols) {
        return BUILT.computeIfAbsent(new TreeSet<>(symbols), FakeLibrary::build);
    }

    /** Rejects misspelt names, which would leave out and set nothing, while the test would still pass. */
    static void requireKnown(String symbol) {
        if (!KnownSymbols.ALL.contains(symbol)) {
            throw new IllegalArgumentException("The fake driver has no " + symbol + ": add it in " + SOURCES);
        }
    }

    private static Path build(Set<String> leftOut) {
        leftOut.forEach(FakeLibrary::requireKnown);
        Path library =
                BASE.resolve("target/native-test").resolve(nameOf(leftOut)).resolve(FILE_NAME);
        try {
            if (!isFresh(library)) {
                Files.createDirectories(library.getParent());
                compile(library, leftOut);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot build the fake driver", ex);
        }
        return library;
    }

    private static boolean isFresh(Path library) throws IOException {
        if (!Files.exists(library)) {
            return false;
        }
        FileTime built = Files.getLastModifiedTime(library);
        for (Path source : sources()) {
            if (Files.getLastModifiedTime(source).compareTo(built) >= 0) {
                return false;
            }
        }
        return true;
    }

    // Built under another name first: a second JVM may search for the same library.
    private static void compile(Path library, Set<String> leftOut) throws IOException {
        Path draft = Files.createTempFile(library.getParent(), "draft", ".so");
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(FLAGS);
        command.addAll(List.of("-o", draft.toString()));
        if (!leftOut.isEmpty()) {
            command.add("-Wl,--version-script=" + versionScript(Path.of(draft + ".map"), leftOut));
        }
        sources().stream()
                .map(Path::toString)
                .filter((name) -> name.endsWith(".c"))
                .forEach(command::add);
        command.add("-ldl");
        run(command);
        Files.move(draft, library, ATOMIC_MOVE);
    }

    private static Path versionScript(Path script, Set<String> leftOut) throws IOException {
        String symbols = leftOut.stream().map((symbol) -> symbol + ";").collect(Collectors.joining(" "));
        return Files.writeString(script, "{ local: " + symbols + " };\n");
    }

    private static void run(List<String> command) throws IOException {
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(compiler.getInputStream().readAllBytes(), UTF_8);
        try {
            if (compiler.waitFor() != 0) {
                throw new IllegalStateException("The fake driver does not compile:\n" + output);
            }
        } catch (InterruptedException ex) {
            compiler.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while compiling the fake driver", ex);
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.filter((file) -> file.toString().matches(".*\\.[ch]"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static String nameOf(Set<String> leftOut) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest((FLAGS + " " + leftOut).getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static final class KnownSymbols {

        private static final Pattern SYMBOL = Pattern.compile("\\bnvml[A-Z]\\w*(?=\\()|(?<=\\()nvml[A-Z]\\w*");

        static final Set<String> ALL = read();

        private static Set<String> read() {
            try {
                Set<String> symbols = new TreeSet<>();
                for (Path source : sources()) {
                    SYMBOL.matcher(Files.readString(source)).results().forEach((found) -> symbols.add(found.group()));
                }
                return symbols;
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
