package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.testing.SettableClock;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileFeedTests {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock(NOON);
    private Path file;
    private FileFeed feed;

    @BeforeEach
    void open() {
        this.file = this.directory.resolve("gpus.xml");
        this.feed = new FileFeed(this.file, Duration.ofSeconds(3), this.clock);
    }

    @Test
    void theTimeOfADocumentIsThatOfTheFile() throws Exception {
        write(SmallXml.with(""), NOON.minusSeconds(2));

        DocumentFeed.Received received = this.feed.newest();

        assertThat(received.at()).isEqualTo(NOON.minusSeconds(2));
        assertThat(received.stale()).isNull();
        assertThat(this.feed.newest().number()).isEqualTo(received.number());
    }

    @Test
    void aChangedFileIsReadAgain() throws Exception {
        write(SmallXml.with(""), NOON);
        long first = this.feed.newest().number();

        write(SmallXml.with("<serial>2</serial>"), NOON.plusSeconds(1));
        this.clock.advance(Duration.ofSeconds(1));

        assertThat(this.feed.newest().number()).isEqualTo(first + 1);
        assertThat(this.feed.newest().document().gpus().get(0).values()).containsEntry("serial", "2");
    }

    @Test
    void anOldFileIsStale() throws Exception {
        write(SmallXml.with(""), NOON);
        this.clock.advance(Duration.ofSeconds(4));

        assertThat(this.feed.newest().stale())
                .isEqualTo(this.file + " was last written at 2026-11-26T12:00:00Z; its figures are not of now.");
    }

    @Test
    void aCopyOfAnOldFileIsStale() throws Exception {
        write(SmallXml.with("").replace("Nov 26 12:00:00", "Nov 26 11:50:05"), NOON);

        assertThat(this.feed.newest().stale())
                .isEqualTo(this.file + " was written at 2026-11-26T12:00:00Z, but nvidia-smi printed its snapshot at"
                        + " 2026-11-26T11:50:05 (local time); its figures are not of now.");
    }

    @ParameterizedTest
    @CsvSource({
        "Thu Nov 26 12:00:00 2026, true",
        "Thu Nov 26 11:59:10 2026, true",
        "Thu Nov 26 12:00:50 2026, true",
        "Thu Nov 26 17:45:00 2026, true",
        "Fri Nov 27 02:00:00 2026, true",
        "Thu Nov 26 00:00:00 2026, true",
        "Thu Nov 26 11:58:00 2026, false",
        "Fri Nov 27 03:00:00 2026, false",
        "Wed Nov 25 12:00:00 2026, false",
        "Thu Nov  5 12:00:00 2026, false",
        "jeu. nov. 26 11:50:05 2026, true",
        "'', true"
    })
    void theTimeInADocumentIsThatOfTheFileInAnyTimeZone(String printed, boolean isFresh) throws Exception {
        write(SmallXml.with("").replace("Thu Nov 26 12:00:00 2026", printed), NOON);

        assertThat(this.feed.newest().stale() == null).isEqualTo(isFresh);
    }

    @Test
    void aFileOfTheFutureIsStale() throws Exception {
        write(SmallXml.with(""), NOON.plusSeconds(3600));

        assertThat(this.feed.newest().stale()).contains("is dated in the future: 2026-11-26T13:00:00Z");
    }

    @Test
    void aHalfWrittenFileDoesNotReplaceTheLastDocument() throws Exception {
        write(SmallXml.with(""), NOON);
        DocumentFeed.Received whole = this.feed.newest();
        write(SmallXml.with("").substring(0, 100), NOON.plusSeconds(4));
        this.clock.advance(Duration.ofSeconds(2));

        assertThat(this.feed.newest()).isEqualTo(whole);

        this.clock.advance(Duration.ofSeconds(2));
        assertThat(this.feed.newest().stale())
                .isEqualTo(this.file + " has no snapshot of nvidia-smi -q -x: Its document is cut off. Its last"
                        + " snapshot is of 2026-11-26T12:00:00Z.");
    }

    @Test
    void theLastOfSeveralDocumentsIsRead() throws Exception {
        write(SmallXml.with("") + SmallXml.with("<serial>2</serial>") + "<?xml version=\"1.0\" ?>", NOON);

        assertThat(this.feed.newest().document().gpus().get(0).values()).containsEntry("serial", "2");
    }

    @Test
    void filesOfPowerShellAreRead() throws Exception {
        for (Charset wide : new Charset[] {StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
            Files.write(this.file, ("\uFEFF" + SmallXml.with("")).getBytes(wide));
            Files.setLastModifiedTime(this.file, FileTime.from(NOON));

            assertThat(new FileFeed(this.file, Duration.ofSeconds(3), this.clock)
                            .newest()
                            .document()
                            .gpus())
                    .hasSize(1);
        }
    }

    @Test
    void aFileWithoutADocumentIsRefusedWithItsFirstLine() throws Exception {
        write("\nNVIDIA-SMI has failed\n", NOON);

        assertThat(refusal())
                .isEqualTo(this.file + " has no snapshot of nvidia-smi -q -x: It begins with \"NVIDIA-SMI has"
                        + " failed\".");
    }

    @Test
    void theSameDocumentStaysOldThoughTheFileChanges() throws Exception {
        write(SmallXml.with(""), NOON);
        DocumentFeed.Received received = this.feed.newest();

        write(SmallXml.with("") + "NVIDIA-SMI has failed\n", NOON.plusSeconds(4));
        this.clock.advance(Duration.ofSeconds(4));

        assertThat(this.feed.newest().at()).isEqualTo(NOON);
        assertThat(this.feed.newest().number()).isEqualTo(received.number());
        assertThat(this.feed.newest().stale()).contains("has had the same snapshot since 2026-11-26T12:00:00Z");
    }

    @Test
    void ofALongFileTheEndIsRead() throws Exception {
        String padding = "<supported_clocks>" + "<x>1</x>".repeat(120_000) + "</supported_clocks>";
        String text = "\uFEFF" + SmallXml.with(padding).repeat(10) + SmallXml.with("<serial>2</serial>");
        Files.write(this.file, text.getBytes(StandardCharsets.UTF_16LE));

        assertThat(Files.size(this.file)).isGreaterThan(DocumentSplitter.MOST_BYTES);
        assertThat(this.feed.newest().document().gpus().get(0).values()).containsEntry("serial", "2");
    }

    @Test
    void ofALongFileNoMoreIsReadThanTheLastDocument() throws Exception {
        String small = SmallXml.with("<serial>2</serial>");
        String large = SmallXml.with(" ".repeat(2 << 20));

        assertThat(readOf(small.repeat(10_000))).containsExactly(1 << 20);
        assertThat(readOf(small + large)).containsExactly(1 << 20, DocumentSplitter.MOST_BYTES);
        assertThat(readOf(small)).containsExactly(1 << 20);
    }

    /** Returns how many bytes of a file are requested until its last document is found. */
    private static List<Integer> readOf(String text) throws Exception {
        byte[] file = text.getBytes(StandardCharsets.UTF_8);
        List<Integer> requested = new ArrayList<>();
        byte[] last = FileFeed.lastDocument(
                (most) -> {
                    requested.add(most);
                    return Arrays.copyOfRange(file, Math.max(0, file.length - most), file.length);
                },
                file.length);
        assertThat(text.strip()).endsWith(new String(last, StandardCharsets.UTF_8));
        return requested;
    }

    @Test
    void aLongDocumentIsRead() throws Exception {
        write(SmallXml.with("<serial>2</serial>" + " ".repeat(2 << 20)), NOON);

        assertThat(this.feed.newest().document().gpus().get(0).values()).containsEntry("serial", "2");
    }

    @Test
    void aDirectoryIsRefused() throws Exception {
        Files.createDirectory(this.file);

        assertThat(refusal()).isEqualTo(this.file + " is not a regular file, which can be read again.");
    }

    @Test
    void aMissingFileIsRefused() {
        assertThat(refusal()).isEqualTo("There is no file " + this.file + ".");
    }

    private String refusal() {
        return catchThrowableOfType(SmiRefusedException.class, this.feed::newest)
                .sentence();
    }

    private void write(String text, Instant at) throws IOException {
        Files.writeString(this.file, text);
        Files.setLastModifiedTime(this.file, FileTime.from(at));
    }
}
