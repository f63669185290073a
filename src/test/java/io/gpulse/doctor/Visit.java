package io.gpulse.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A doctor who is called to a machine of the test's own making, and what he said. */
final class Visit {

    /** As long as he waits for one call of the driver. */
    static final Duration CALL = Duration.ofSeconds(30);

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private Duration all = Duration.ofDays(1);
    private Duration gpu = Duration.ZERO;
    private LongSupplier moreNanos = () -> 0;
    private Duration smi = Duration.ofSeconds(60);
    private Duration rest = Duration.ofMillis(1);
    private String said = "";
    private String complained = "";

    private Visit(Path root) {
        this.root = root;
    }

    static Visit to(Path root) {
        return new Visit(root);
    }

    Visit with(String file, String text) {
        try {
            Path path = this.root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    Visit variable(String name, String value) {
        this.environment.put(name, value);
        return this;
    }

    /** He takes so much more time to have passed than has. */
    Visit passing(LongSupplier moreNanos) {
        this.moreNanos = moreNanos;
        return this;
    }

    /** He has so much time for all, and so much more for each GPU. */
    Visit having(Duration forAll, Duration forEachGpu) {
        this.all = forAll;
        this.gpu = forEachGpu;
        return this;
    }

    /** He lets so much time pass between his rounds. */
    Visit resting(Duration betweenRounds) {
        this.rest = betweenRounds;
        return this;
    }

    Visit waitingForSmi(Duration oneRun) {
        this.smi = oneRun;
        return this;
    }

    /** Has him look; returns the code that he ends with. */
    int ends(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>();
        List.of(arguments).forEach((argument) -> words.add(argument.toString()));
        LongSupplier nanos = () -> System.nanoTime() + this.moreNanos.getAsLong();
        ExaminationTimeouts patience = new ExaminationTimeouts(CALL, this.all, this.gpu, this.smi, this.rest, nanos);
        ExitCode code = new Doctor(new Site(this.root, this.environment), patience)
                .visit(words, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        this.said = out.toString(UTF_8);
        this.complained = err.toString(UTF_8);
        return code.code();
    }

    String said() {
        return this.said;
    }

    /** What he said without the breaks of its lines. */
    String sentences() {
        return this.said.replaceAll("\\s+", " ");
    }

    JsonNode document() {
        return JsonMapper.shared().readTree(this.said);
    }

    String complained() {
        return this.complained;
    }
}
