package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.testing.SettableClock;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in place of nvidia-smi: shell scripts that print what a test defines. */
class ProgramFeedTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final String FOR_EVER = "exec sleep 600";

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-26T12:00:00Z"));
    private final List<ProgramFeed> feeds = new ArrayList<>();

    @AfterEach
    void close() {
        this.feeds.forEach(ProgramFeed::close);
    }

    @Test
    void oneProcessPrintsAllDocuments() throws Exception {
        Path pipe = pipe();
        ProgramFeed feed = feed("echo \"$@\" > arguments; cat pipe; " + FOR_EVER, LONG);
        try (var printer = Files.newOutputStream(pipe)) {
            printer.write(SmallXml.with("").getBytes(StandardCharsets.UTF_8));
            printer.flush();

            DocumentFeed.Received first = feed.newest();
            this.clock.advance(Duration.ofSeconds(1));
            printer.write(SmallXml.with("<serial>2</serial>").getBytes(StandardCharsets.UTF_8));
            printer.flush();
            DocumentFeed.Received second = afterIt(feed, first);

            assertThat(first.at()).isEqualTo("2026-11-26T12:00:00Z");
            assertThat(second.at()).isEqualTo("2026-11-26T12:00:01Z");
            assertThat(second.document().gpus().get(0).values()).containsEntry("serial", "2");
        }
        assertThat(this.directory.resolve("arguments")).hasContent("-q -x -l 1");
    }

    /** Returns the document after another one, which a fourth of the clock's seconds makes too old. */
    private DocumentFeed.Received afterIt(ProgramFeed feed, DocumentFeed.Received first) throws Exception {
        DocumentFeed.Received next = feed.newest();
        while (next.number() == first.number()) {
            Thread.onSpinWait();
            next = feed.newest();
        }
        return next;
    }

    @Test
    void aDocumentIsReturnedUntilItIsTooOld() throws Exception {
        ProgramFeed feed = feed(print(SmallXml.with("")) + FOR_EVER, LONG);
        DocumentFeed.Received first = feed.newest();

        this.clock.advance(Duration.ofSeconds(3));
        assertThat(feed.newest()).isSameAs(first);

        this.clock.advance(Duration.ofSeconds(1));
        FutureTask<Optional<SmiRefusedException>> next = new FutureTask<>(() -> refusal(feed));
        Thread reader = new Thread(next, "reader");
        reader.start();
        Wait.until(() -> reader.getState() == Thread.State.TIMED_WAITING);
        assertThat(feed.last()).isSameAs(first);
        feed.close();

        assertThat(next.get(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void aDocumentOfASlowProgramIsReturnedForLonger() throws Exception {
        Path pipe = pipe();
        ProgramFeed feed = feed("cat pipe; " + FOR_EVER, LONG);
        try (var printer = Files.newOutputStream(pipe)) {
            printer.write(SmallXml.with("").getBytes(StandardCharsets.UTF_8));
            DocumentFeed.Received first = feed.newest();
            this.clock.advance(Duration.ofSeconds(4));
            printer.write(SmallXml.with("").getBytes(StandardCharsets.UTF_8));
            DocumentFeed.Received second = afterIt(feed, first);

            this.clock.advance(Duration.ofSeconds(8));

            assertThat(feed.newest()).isSameAs(second);
        }
    }

    @Test
    void theTimeOfADocumentIsLimited() {
        ProgramFeed.Timing timing = timing(Duration.ofSeconds(30));

        assertThat(timing.fresh(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(3));
        assertThat(timing.fresh(Duration.ofSeconds(4))).isEqualTo(Duration.ofSeconds(8));
        assertThat(timing.fresh(Duration.ofHours(1))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aProgramThatStopsPrintingIsEnded() throws Exception {
        ProgramFeed feed = feed("echo $$ > pid; " + print(SmallXml.with("")) + FOR_EVER, Duration.ofSeconds(30));
        feed.newest();
        long pid =
                Long.parseLong(Files.readString(this.directory.resolve("pid")).strip());
        Optional<ProcessHandle> process = ProcessHandle.of(pid);

        this.clock.advance(Duration.ofSeconds(34));

        assertThat(refusal(feed).orElseThrow()).hasMessage("It has printed no snapshot for 33 s and was ended.");
        assertThat(process).isPresent();
        process.get()
                .onExit()
                .orTimeout(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Test
    void aProgramThatPrintsNothingIsEnded() throws Exception {
        ProgramFeed feed = feed(FOR_EVER, SHORT);

        this.clock.advance(Duration.ofSeconds(1));

        assertThat(refusal(feed).orElseThrow()).hasMessage("It has printed no snapshot for 0 s and was ended.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo no devices were found; exit 6|It ended with code 6: it finds no GPU; it printed \"no devices were"
                        + " found\".",
                "echo Unable to determine the device handle; exit 0|It ended with code 0: it stopped by itself; it"
                        + " printed \"Unable to determine the device handle\".",
                "echo no library >&2; exit 12|It ended with code 12: it does not find the NVML library; it printed"
                        + " \"no library\".",
                "exit 0|It ended with code 0: it stopped by itself; it printed nothing.",
                "kill -9 $$|It crashed (signal 9); it printed nothing.",
                "echo '<?xml ?><nvidia_smi_log><gpu>'; exit 15|It ended with code 15: a GPU is no longer accessible; it"
                        + " printed \"a document that is cut off\".",
                "echo '<?xml ?><nvidia_smi_log></gpu></nvidia_smi_log>'|Its XML is not well-formed (line 1).",
                "yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|It printed more than 16 MiB, but no document.",
                "exec >&-; exec sleep 600|It closed its output and was ended."
            })
    void theEndOfAProgramIsOneSentence(String script, String sentence) throws Exception {
        assertThat(refusal(feed(script, LONG)).orElseThrow()).hasMessage(sentence);
    }

    @Test
    void muchErrorOutputIsReadAndNotKept() throws Exception {
        ProgramFeed feed =
                feed("head -c 1000000 /dev/zero | tr '\\0' e >&2; " + print(SmallXml.with("")) + FOR_EVER, LONG);

        assertThat(feed.newest().number()).isOne();
    }

    @Test
    void aFileThatCannotBeExecutedIsRefused() throws Exception {
        Path program = Files.writeString(this.directory.resolve("nvidia-smi"), "no program");

        SmiRefusedException refused =
                catchThrowableOfType(SmiRefusedException.class, () -> ProgramFeed.start(program, timing(LONG)));

        assertThat(refused.sentence()).startsWith("It cannot be started: ");
    }

    @Test
    void closingEndsTheProgramWithItsDescendants() throws Exception {
        Path pipe = pipe();
        ProgramFeed feed = feed("sleep 600 & echo $$ $! > pipe; wait", LONG);
        String[] pids = Files.readString(pipe).strip().split(" ");

        feed.close();

        for (String pid : pids) {
            ProcessHandle.of(Long.parseLong(pid))
                    .ifPresent((process) -> process.onExit()
                            .orTimeout(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .join());
        }
        assertThat(refusal(feed)).isPresent();
    }

    @Test
    void closingEndsWhatAWrapperHasLeftBehind() throws Exception {
        Path pipe = pipe();
        ProgramFeed feed = feed("sleep 600 & echo $$ $! > pipe", LONG);
        String[] pids = Files.readString(pipe).strip().split(" ");
        ProcessHandle child = ProcessHandle.of(Long.parseLong(pids[1])).orElseThrow();
        Wait.until(() -> ProcessHandle.of(Long.parseLong(pids[0])).isEmpty());
        assertThat(child.isAlive()).isTrue();

        feed.close();

        try {
            Wait.until(() -> !child.isAlive());
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aProgramThatWasEndedIsStartedAgain() throws Exception {
        SmiOrigin origin = new ProgramOrigin(program(FOR_EVER), timing(LONG), List::of);

        for (int session = 0; session < 20; session++) {
            origin.open().orElseThrow().close();
        }

        assertThat(origin.open()).hasValueSatisfying(DocumentFeed::close);
    }

    private static Optional<SmiRefusedException> refusal(ProgramFeed feed) {
        try {
            feed.newest();
            return Optional.empty();
        } catch (SmiRefusedException refused) {
            return Optional.of(refused);
        }
    }

    private Path pipe() throws Exception {
        Path pipe = this.directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    private static String print(String document) {
        return "cat <<'END'\n" + document + "\nEND\n";
    }

    private ProgramFeed.Timing timing(Duration patience) {
        return new ProgramFeed.Timing(1, patience, this.clock, this.clock::nanos);
    }

    private ProgramFeed feed(String script, Duration patience) throws IOException, SmiRefusedException {
        ProgramFeed feed = ProgramFeed.start(program(script), timing(patience));
        this.feeds.add(feed);
        return feed;
    }

    private Path program(String script) throws IOException {
        Path program = this.directory.resolve("nvidia-smi");
        Files.writeString(program, "#!/bin/sh\ncd " + this.directory + "\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }
}
