package io.gpulse.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpulse.doctor.examination.ExaminationTimeouts;
import io.gpulse.setup.HostSystem;
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

/** A run of the doctor on a prepared machine, with its output. */
public final class DoctorRun {

    /** As long as he waits for one call of the driver. */
    public static final Duration CALL = Duration.ofSeconds(30);

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private Duration all = Duration.ofDays(1);
    private Duration gpu = Duration.ZERO;
    private LongSupplier moreNanos = () -> 0;
    private Duration smi = Duration.ofSeconds(60);
    private Duration pause = Duration.ofMillis(1);
    private String output = "";
    private String complained = "";

    private DoctorRun(Path root) {
        this.root = root;
    }

    public static DoctorRun to(Path root) {
        return new DoctorRun(root);
    }

    public DoctorRun with(String file, String text) {
        try {
            Path path = this.root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public DoctorRun variable(String name, String value) {
        this.environment.put(name, value);
        return this;
    }

    /** Adds to the doctor's clock. */
    public DoctorRun passing(LongSupplier moreNanos) {
        this.moreNanos = moreNanos;
        return this;
    }

    /** Sets the time limits for all GPUs and for each one. */
    public DoctorRun having(Duration forAll, Duration forEachGpu) {
        this.all = forAll;
        this.gpu = forEachGpu;
        return this;
    }

    /** Sets the time between rounds. */
    DoctorRun resting(Duration betweenRounds) {
        this.pause = betweenRounds;
        return this;
    }

    public DoctorRun waitingForSmi(Duration oneRun) {
        this.smi = oneRun;
        return this;
    }

    /** Has him look; returns the code that he ends with. */
    public int ends(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>();
        List.of(arguments).forEach((argument) -> words.add(argument.toString()));
        LongSupplier nanos = () -> System.nanoTime() + this.moreNanos.getAsLong();
        ExaminationTimeouts timeouts = new ExaminationTimeouts(CALL, this.all, this.gpu, this.smi, this.pause, nanos);
        ExitCode code = new Doctor(new HostSystem(this.root, this.environment), timeouts)
                .visit(words, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        this.output = out.toString(UTF_8);
        this.complained = err.toString(UTF_8);
        return code.code();
    }

    public String output() {
        return this.output;
    }

    /** Returns the output without line breaks. */
    public String sentences() {
        return this.output.replaceAll("\\s+", " ");
    }

    public JsonNode document() {
        return JsonMapper.shared().readTree(this.output);
    }

    String complained() {
        return this.complained;
    }
}
