package io.gpulse.smi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The documents in a file that another program writes. It is read again after each change; of a long one, such as the
 * output of {@code nvidia-smi -l}, only the end.
 */
final class FileFeed implements DocumentFeed {

    /** The byte order marks of files that PowerShell writes. */
    private static final byte[] LITTLE_ENDIAN = {(byte) 0xff, (byte) 0xfe};

    private static final byte[] BIG_ENDIAN = {(byte) 0xfe, (byte) 0xff};

    /** The end of a file that is read first: more than a document of 16 GPUs without lists of clocks. */
    private static final int USUAL_BYTES = 1 << 20;

    /** The longest time from the beginning of a document to the end of its file, and the error of another clock. */
    private static final Duration LONGEST_WRITING = Duration.ofMinutes(1);

    private final Path file;
    private final Duration fresh;
    private final InstantSource clock;
    private @Nullable Version version;
    private @Nullable Received last;
    private byte[] lastBytes = {};
    private @Nullable String failure;
    private @Nullable String failureOfVersion;
    private long number;

    /** The state of the file when it was read. */
    private record Version(
            Instant modified, long size, @Nullable Object key) {}

    /** @param fresh a document is shown for this long after the file was written */
    FileFeed(Path file, Duration fresh, InstantSource clock) {
        this.file = file;
        this.fresh = fresh;
        this.clock = clock;
    }

    @Override
    public String origin() {
        return this.file.toString();
    }

    @Override
    public synchronized @Nullable Received last() {
        update();
        return this.last;
    }

    @Override
    public synchronized Received newest() throws SmiRefusedException {
        update();
        Received known = this.last;
        if (known == null) {
            throw new SmiRefusedException(String.valueOf(this.failure));
        }
        return new Received(known.document(), known.at(), known.number(), stale(known));
    }

    private @Nullable String stale(Received known) {
        Instant at = known.at();
        Duration age = Duration.between(at, this.clock.instant());
        if (age.abs().compareTo(this.fresh) <= 0) {
            return ofAnotherTime(known);
        }
        if (this.failure != null) {
            return this.failure + " Its last snapshot is of " + at.truncatedTo(ChronoUnit.SECONDS) + ".";
        }
        boolean isNewest = this.version != null && at.equals(this.version.modified());
        String past = isNewest ? " was last written at " : " has had the same snapshot since ";
        return this.file + (age.isNegative() ? " is dated in the future: " : past) + at.truncatedTo(ChronoUnit.SECONDS)
                + "; its figures are not of now.";
    }

    /** Returns why a new file has a document of another time, such as a copy of an old one; null when it has not. */
    private @Nullable String ofAnotherTime(Received known) {
        PrintedTime printed = known.document().printedAt();
        Duration tolerance = this.fresh.compareTo(LONGEST_WRITING) < 0 ? LONGEST_WRITING : this.fresh;
        return printed == null || printed.canBe(known.at(), tolerance)
                ? null
                : this.file + " was written at " + known.at().truncatedTo(ChronoUnit.SECONDS)
                        + ", but nvidia-smi printed its snapshot at " + printed.local()
                        + " (local time); its figures are not of now.";
    }

    private void update() {
        try {
            BasicFileAttributes now = Files.readAttributes(this.file, BasicFileAttributes.class);
            Version found = new Version(now.lastModifiedTime().toInstant(), now.size(), now.fileKey());
            if (found.equals(this.version)) {
                this.failure = this.failureOfVersion;
                return;
            }
            this.failure = read(found, now.isRegularFile());
            this.failureOfVersion = this.failure;
            this.version = found;
        } catch (NoSuchFileException missing) {
            this.failure = "There is no file " + this.file + ".";
        } catch (IOException unreadable) {
            this.failure = this.file + " cannot be read: " + unreadable.getMessage() + ".";
        }
    }

    /** Reads the file. Returns why it has no document, as a sentence; null when it has one. */
    private @Nullable String read(Version found, boolean isRegular) throws IOException {
        if (!isRegular) {
            return this.file + " is not a regular file, which can be read again.";
        }
        try {
            byte[] document = lastDocument(this::end, found.size());
            // The same document was written before: the file has changed in another way.
            if (!Arrays.equals(document, this.lastBytes)) {
                this.last = new Received(XmlReader.read(document), found.modified(), ++this.number, null);
                this.lastBytes = document;
            }
            return null;
        } catch (SmiRefusedException refusal) {
            return this.file + " has no snapshot of nvidia-smi -q -x: " + refusal.sentence();
        }
    }

    /** The end of a file in UTF-8. */
    @FunctionalInterface
    interface End {

        /** @param most of its bytes */
        byte[] bytes(int most) throws IOException;
    }

    /** Returns the last complete document of a file of this size, and reads no more of it than that needs. */
    static byte[] lastDocument(End end, long size) throws IOException, SmiRefusedException {
        for (int most = USUAL_BYTES; ; most = DocumentSplitter.MOST_BYTES) {
            DocumentSplitter splitter = new DocumentSplitter();
            byte[] document = null;
            for (byte next : end.bytes(most)) {
                document = splitter.add(next).orElse(document);
            }
            if (document != null) {
                return document;
            }
            if (size <= most || most == DocumentSplitter.MOST_BYTES) {
                throw new SmiRefusedException(
                        splitter.isInside()
                                ? "Its document is cut off."
                                : "It begins with " + SmiExit.quoted(splitter.outside()) + ".");
            }
        }
    }

    private byte[] end(int most) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(this.file)) {
            InputStream stream = Channels.newInputStream(channel);
            Charset charset = charset(stream.readNBytes(LITTLE_ENDIAN.length));
            long skipped = Math.max(0, channel.size() - most);
            // A character of two bytes must not be split.
            channel.position(skipped + skipped % 2);
            byte[] bytes = stream.readNBytes(most);
            return charset.equals(StandardCharsets.UTF_8)
                    ? bytes
                    : new String(bytes, charset).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static Charset charset(byte[] start) {
        if (Arrays.equals(start, LITTLE_ENDIAN)) {
            return StandardCharsets.UTF_16LE;
        }
        return Arrays.equals(start, BIG_ENDIAN) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
    }

    @Override
    public void close() {
        // The file is not open.
    }
}
