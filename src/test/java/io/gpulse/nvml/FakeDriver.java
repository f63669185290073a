package io.gpulse.nvml;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fake driver library that answers, refuses, hangs and dies as a test defines, and records wrong calls. Each
 * directory has a copy: the loader distinguishes libraries by file, so every test has its own state.
 */
public final class FakeDriver {

    private static final String ALL_GPUS = "*";
    private static final String SYSTEM = "system";

    private final Path directory;
    private final List<Statement> statements = new ArrayList<>();

    private record Statement(boolean fault, String line) {}

    private FakeDriver(Path directory, Set<String> leftOut) {
        this.directory = directory.toAbsolutePath();
        try {
            Files.createDirectories(this.directory);
            Files.copy(FakeLibrary.without(leftOut), library());
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot place the fake driver in " + directory, ex);
        }
    }

    /** Returns whether the library can be built here; throws instead of returning false under {@code demand.native}. */
    public static boolean compilerPresent() {
        boolean present = FakeLibrary.compilerPresent();
        if (!present && Boolean.getBoolean("demand.native")) {
            throw new IllegalStateException("demand.native is set, but there is no C compiler 'cc' on the PATH");
        }
        return present;
    }

    public static FakeDriver in(Path directory) {
        return without(directory);
    }

    /** Creates an older driver, which does not export these symbols. */
    public static FakeDriver without(Path directory, String... symbols) {
        return new FakeDriver(directory, Set.of(symbols));
    }

    public Path library() {
        return this.directory.resolve(FakeLibrary.FILE_NAME);
    }

    public FakeDriver gpus(int count) {
        return add(false, "gpus " + count);
    }

    /** Puts a GPU in runtime suspend until the first call about it. */
    public FakeDriver asleep(int gpu) {
        return add(true, "asleep " + gpu);
    }

    /** Makes the initialisation wake every sleeping GPU. */
    public FakeDriver initWakes() {
        return add(true, "init-wakes");
    }

    /** Returns how often a call has woken this GPU. */
    public int wakes(int gpu) {
        return nativeLibrary().getFunction("fakeWakes").invokeInt(new Object[] {gpu});
    }

    /** Sets the answer of a source, in the native unit and form: milliwatts, a mask as {@code 0x21}, {@code u64:7}. */
    public FakeDriver value(int gpu, String source, Object nativeValue) {
        return add(false, "value", gpu, known(source), nativeValue);
    }

    public FakeDriver valueOfAll(String source, Object nativeValue) {
        return add(false, "value", ALL_GPUS, known(source), nativeValue);
    }

    public FakeDriver systemValue(String source, Object nativeValue) {
        return add(false, "value", SYSTEM, known(source), nativeValue);
    }

    /** Sets the {@code nvmlReturn_t} of a source, or of a symbol in all its forms. */
    public FakeDriver code(int gpu, String source, int code) {
        return add(true, "code", gpu, known(source), code);
    }

    public FakeDriver codeOfAll(String source, int code) {
        return add(true, "code", ALL_GPUS, known(source), code);
    }

    public FakeDriver systemCode(String source, int code) {
        return add(true, "code", SYSTEM, known(source), code);
    }

    /** Adds a process to a list of the GPU: {@code compute}, {@code graphics} or {@code mps}. */
    public FakeDriver process(int gpu, String list, int pid, Object memory) {
        return add(false, "process", gpu, list, pid, memory);
    }

    /** Returns the MIG instance in a slot of this GPU, to set it. */
    public FakeInstance instance(int gpu, int slot) {
        return new FakeInstance(this, gpu + "/" + slot);
    }

    /** Replaces the statements that begin with these words. */
    synchronized void replace(String beginning, Object... words) {
        this.statements.removeIf((statement) -> statement.line().startsWith(beginning + " "));
        if (words.length > 0) {
            this.statements.add(new Statement(false, beginning + " " + joined(words)));
        }
        write();
    }

    void addProcess(String subject, Object... process) {
        add(false, "process " + subject + " " + joined(process));
    }

    void set(String verb, String subject, String source, Object value) {
        add(verb.equals("code"), verb, subject, known(source), value);
    }

    /** Sets the number of bytes that the newest lists write for a process. */
    public FakeDriver processEntrySize(int bytes) {
        return add(false, "process-entry-size", bytes);
    }

    /** Numbers the fields as drivers from 575 to 580.65 did. */
    public FakeDriver fieldsNumberedAs575() {
        return add(false, "field-numbering 575");
    }

    /** Gives the next answers of a source on this GPU another value. */
    public FakeDriver glitch(int gpu, String source, int times, Object nativeValue) {
        return add(false, "glitch", gpu, known(source), times, nativeValue);
    }

    /**
     * Adds a sample of a process: SM, memory, encoder, decoder.
     *
     * @param stamp microseconds since 1970, {@code now}, {@code now+MICROS} or {@code now-MICROS}
     */
    public FakeDriver processUse(int gpu, int pid, Object stamp, List<Integer> shares) {
        return add(false, "process-use", gpu, pid, joined(shares.toArray()), stamp);
    }

    /** Reports an Xid of this GPU, once, if it is registered. */
    public FakeDriver xid(int gpu, int number) {
        return add(false, "xid", gpu, number);
    }

    /** Reports an event of a type of {@code nvmlEventTypes}. */
    public FakeDriver event(int gpu, long type, long data) {
        return add(false, "event", gpu, type, data);
    }

    /** Sets the support of GPU operational events: {@code on}, {@code off} or {@code refused}. */
    public FakeDriver operationalEvents(String state) {
        return add(false, "goe " + state);
    }

    /** Reports an operational event: module, code, category, severity, and further members as in README.md. */
    public FakeDriver operationalEvent(int gpu, String event) {
        return add(false, "goe", gpu, event);
    }

    public FakeDriver sleep(int gpu, String symbol, long millis) {
        return add(true, "sleep", gpu, known(symbol), millis);
    }

    public FakeDriver systemSleep(String symbol, long millis) {
        return add(true, "sleep", SYSTEM, known(symbol), millis);
    }

    /** Makes the calls about this GPU hang until {@link #heal}, the first handle of a session too. */
    public FakeDriver hang(int gpu) {
        return add(true, "hang " + gpu);
    }

    public FakeDriver hangAll() {
        return add(true, "hang all");
    }

    public FakeDriver lose(int gpu) {
        return add(true, "lose " + gpu);
    }

    public FakeDriver reset(int gpu) {
        return add(true, "reset " + gpu);
    }

    public FakeDriver unload() {
        return add(true, "driver unloaded");
    }

    public FakeDriver mismatch() {
        return add(true, "driver mismatch");
    }

    public FakeDriver refuse() {
        return add(true, "driver refuses");
    }

    public FakeDriver unknown() {
        return add(true, "driver unknown");
    }

    /** Sets the return code of the handle of this GPU. */
    public FakeDriver deviceCode(int gpu, int code) {
        return add(true, "device-code " + gpu + " " + code);
    }

    /** Removes every fault; GPUs and values stay. */
    public synchronized FakeDriver heal() {
        this.statements.removeIf(Statement::fault);
        return write();
    }

    public synchronized FakeDriver clear() {
        this.statements.clear();
        return write();
    }

    /** Returns the violations by the caller, or by a statement of the test, so far. */
    public List<String> violations() {
        try {
            Path file = this.directory.resolve("driver.violations");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public long calls(String symbol) {
        return nativeLibrary().getFunction("fakeCalls").invokeLong(new Object[] {known(symbol)});
    }

    public long calls() {
        return nativeLibrary().getFunction("fakeCalls").invokeLong(new Object[] {null});
    }

    /** Returns the number of threads in a wait for events. */
    public int waiting() {
        return nativeLibrary().getFunction("fakeWaiting").invokeInt(new Object[0]);
    }

    /** Returns the number of threads in another call than a wait for events, including hanging ones. */
    public int inside() {
        return nativeLibrary().getFunction("fakeInside").invokeInt(new Object[0]);
    }

    private NativeLibrary nativeLibrary() {
        return NativeLibrary.getInstance(library().toString());
    }

    private static String known(String source) {
        FakeLibrary.requireKnown(source.split("[(\\[.]", 2)[0]);
        return source;
    }

    private FakeDriver add(boolean fault, Object... words) {
        return add(fault, joined(words));
    }

    private static String joined(Object... words) {
        return Stream.of(words).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private synchronized FakeDriver add(boolean fault, String line) {
        if (line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("A statement is one line: " + line);
        }
        this.statements.add(new Statement(fault, line));
        return write();
    }

    // Replaced atomically: the library may read at any moment, and half a file would be another driver.
    private FakeDriver write() {
        try {
            List<String> lines = this.statements.stream().map(Statement::line).toList();
            Path draft = Files.write(this.directory.resolve("driver.control.draft"), lines);
            Files.move(draft, this.directory.resolve("driver.control"), ATOMIC_MOVE);
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
