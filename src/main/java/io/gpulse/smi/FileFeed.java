package io.gpulse.smi;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documents in a file that another program writes. It is read again after each change. */
final class FileFeed implements DocumentFeed {

    /** The byte order marks of files that PowerShell writes. */
    private static final byte[] LITTLE_ENDIAN = {(byte) 0xff, (byte) 0xfe};

    private static final byte[] BIG_ENDIAN = {(byte) 0xfe, (byte) 0xff};

    private final Path file;
    private final Duration fresh;
    private final InstantSource clock;
    private @Nullable Version version;
    private @Nullable Received last;
    private @Nullable String failure;
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
        return new Received(known.document(), known.at(), known.number(), stale(known.at()));
    }

    private @Nullable String stale(Instant at) {
        Duration age = Duration.between(at, this.clock.instant());
        if (age.abs().compareTo(this.fresh) <= 0) {
            return null;
        }
        String written = this.file + (age.isNegative() ? " is dated in the future: " : " was last written at ")
                + at.truncatedTo(ChronoUnit.SECONDS) + "; its figures are not of now.";
        return this.failure == null ? written : written + " " + this.failure;
    }

    private void update() {
        try {
            BasicFileAttributes now = Files.readAttributes(this.file, BasicFileAttributes.class);
            Version found = new Version(now.lastModifiedTime().toInstant(), now.size(), now.fileKey());
            if (found.equals(this.version)) {
                return;
            }
            this.failure = null;
            this.last = new Received(read(), found.modified(), ++this.number, null);
            this.version = found;
        } catch (NoSuchFileException missing) {
            this.failure = "There is no file " + this.file + ".";
        } catch (IOException unreadable) {
            this.failure = this.file + " cannot be read: " + unreadable.getMessage() + ".";
        } catch (SmiRefusedException refusal) {
            this.failure = this.file + " has no snapshot of nvidia-smi -q -x: " + refusal.sentence();
        }
    }

    /** Reads the last complete document of the file. */
    private SmiDocument read() throws IOException, SmiRefusedException {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(this.file)) {
            bytes = stream.readNBytes(DocumentSplitter.MOST_BYTES + 1);
        }
        if (bytes.length > DocumentSplitter.MOST_BYTES) {
            throw new SmiRefusedException("It has more than " + (DocumentSplitter.MOST_BYTES >> 20) + " MiB.");
        }
        DocumentSplitter splitter = new DocumentSplitter();
        byte[] document = null;
        for (byte next : utf8(bytes)) {
            Optional<byte[]> completed = splitter.add(next);
            document = completed.orElse(document);
        }
        if (document == null) {
            throw new SmiRefusedException(
                    splitter.isInside()
                            ? "Its document is cut off."
                            : "It begins with " + SmiExit.quoted(splitter.outside()) + ".");
        }
        return XmlReader.read(document);
    }

    private static byte[] utf8(byte[] bytes) {
        Charset wide = startsWith(bytes, LITTLE_ENDIAN)
                ? StandardCharsets.UTF_16LE
                : startsWith(bytes, BIG_ENDIAN) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        return wide.equals(StandardCharsets.UTF_8) ? bytes : new String(bytes, wide).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean startsWith(byte[] bytes, byte[] mark) {
        return bytes.length >= 2 && bytes[0] == mark[0] && bytes[1] == mark[1];
    }

    @Override
    public void close() {
        // The file is not open.
    }
}
