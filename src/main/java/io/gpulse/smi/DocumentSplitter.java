package io.gpulse.smi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits a stream of bytes into XML documents. A document that is followed by the beginning of another one before its
 * end is discarded. Text outside of documents is kept for a quotation, in part.
 */
final class DocumentSplitter {

    /** Sixteen GPUs with long lists of clocks are 2 MB. */
    static final int MOST_BYTES = 16 << 20;

    private static final int LONGEST_NOISE = 2000;
    private static final byte[] DECLARATION = "<?xml".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ROOT = "<nvidia_smi_log".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "</nvidia_smi_log>".getBytes(StandardCharsets.US_ASCII);

    private final StringBuilder noise = new StringBuilder();
    private Growing open = new Growing();
    private boolean inside;

    /** Bytes with access to the last ones. */
    private static final class Growing extends ByteArrayOutputStream {

        boolean endsWith(byte[] tail) {
            return this.count >= tail.length
                    && Arrays.equals(this.buf, this.count - tail.length, this.count, tail, 0, tail.length);
        }

        String text(int most) {
            return new String(this.buf, 0, Math.min(this.count, most), StandardCharsets.UTF_8);
        }

        void shrinkBy(int bytes) {
            this.count -= bytes;
        }
    }

    /** Adds a byte; returns the document that it completes. */
    Optional<byte[]> add(byte next) throws SmiRefusedException {
        this.open.write(next);
        if (next == 'l' && this.open.endsWith(DECLARATION)) {
            begin(DECLARATION);
        } else if (next == 'g' && !this.inside && this.open.endsWith(ROOT)) {
            begin(ROOT);
        } else if (next == '>' && this.inside && this.open.endsWith(END)) {
            this.inside = false;
            byte[] document = this.open.toByteArray();
            this.open = new Growing();
            return Optional.of(document);
        } else if (this.open.size() > MOST_BYTES) {
            throw new SmiRefusedException("It printed more than " + (MOST_BYTES >> 20) + " MiB"
                    + (this.inside ? " in one document." : ", but no document."));
        }
        return Optional.empty();
    }

    private void begin(byte[] start) {
        this.open.shrinkBy(start.length);
        keepNoise();
        this.open = new Growing();
        this.open.writeBytes(start);
        this.inside = true;
    }

    private void keepNoise() {
        if (!this.inside && this.noise.length() < LONGEST_NOISE) {
            this.noise.append(this.open.text(LONGEST_NOISE)).append('\n');
        }
    }

    /** Returns whether a document has started and is not complete. */
    boolean isInside() {
        return this.inside;
    }

    /** Returns the beginning of the text outside of documents. */
    String outside() {
        keepNoise();
        return this.noise.toString().strip();
    }
}
