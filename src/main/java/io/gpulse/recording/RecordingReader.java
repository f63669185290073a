package io.gpulse.recording;

import io.gpulse.metric.Cadence;
import io.gpulse.recording.RecordedCall.Member;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Reads the files of {@link RecordingWriter}. Its memory is bounded by {@link Limits}, whatever a file claims. */
final class RecordingReader {

    static final String TOO_LARGE = "holds more than gpulse replays.";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.+-]{1,100}");
    private static final String GPUS = "nvmlDeviceGetCount_v2";

    private final List<RecordedCall> calls = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private final Map<RecordedCall.Key, RecordedCall.Key> keys = new HashMap<>();
    private final Map<Integer, Map<Integer, byte[]>> answers = new HashMap<>();
    private @Nullable Header header;
    private long end = -1;
    private long last;
    private long kept;
    private long invocations;

    private RecordingReader() {}

    /** @throws InvalidRecordingException when it cannot be replayed */
    static Recording read(Path file) {
        if (!Files.exists(file)) {
            throw new InvalidRecordingException("There is no recording " + file + ".");
        }
        if (!Files.isRegularFile(file)) {
            throw new InvalidRecordingException(file + " is no file.");
        }
        RecordingReader reader = new RecordingReader();
        try (InputStream packed = Files.newInputStream(file)) {
            return reader.read(packed);
        } catch (JacksonIOException underneath) {
            throw new InvalidRecordingException(
                    file + " " + reader.sentence(Objects.requireNonNullElse(underneath.getCause(), underneath)));
        } catch (OutOfMemoryError tooLittle) {
            throw new InvalidRecordingException(file + " holds more than this JVM has memory for (-Xmx).");
        } catch (IOException | RuntimeException failure) {
            throw new InvalidRecordingException(file + " " + reader.sentence(failure));
        }
    }

    private String sentence(Throwable failure) {
        if (failure instanceof EOFException || failure instanceof UnexpectedEndOfInputException) {
            return "is cut short.";
        }
        if (failure instanceof StreamConstraintsException) {
            return TOO_LARGE;
        }
        if (failure instanceof UnsupportedException unsupported) {
            return String.valueOf(unsupported.getMessage());
        }
        if (this.header == null && (failure instanceof ZipException || failure instanceof RuntimeException)) {
            return "is not a recording of gpulse.";
        }
        if (failure instanceof IOException && !(failure instanceof ZipException)) {
            return "cannot be read: " + failure.getMessage() + ".";
        }
        return "is damaged" + (failure instanceof DamagedException damaged ? ": " + damaged.getMessage() : "") + ".";
    }

    private Recording read(InputStream packed) throws IOException {
        try (JsonLines lines = new JsonLines(new GZIPInputStream(packed))) {
            for (JsonLine line = lines.next(); line != null; line = lines.next()) {
                read(line);
            }
        }
        if (this.header == null) {
            throw new DamagedException("it is empty");
        }
        if (this.end < 0) {
            throw new EOFException();
        }
        this.segments.forEach(Segment::trim);
        return Recording.of(this.header, this.segments, this.keys, this.end);
    }

    private void read(JsonLine line) {
        if (this.header == null) {
            this.header = header(line);
        } else if (this.end >= 0) {
            throw new DamagedException("it continues after its end");
        } else if (line.has("in")) {
            readInvocation(line);
        } else if (line.has("segment")) {
            readSegment(line);
        } else if (line.has("call")) {
            readCall(line);
        } else if (line.has("end")) {
            readEnd(line);
        } else {
            throw new DamagedException("it has a line of an unknown kind");
        }
    }

    private static Header header(JsonLine line) {
        if (!line.has("format") || !line.text("format").equals(Header.FORMAT)) {
            throw new DamagedException("its header is not that of a recording of gpulse");
        }
        long version = line.number("version", 1, Integer.MAX_VALUE);
        if (version > Header.VERSION) {
            throw new UnsupportedException("is a recording of version " + version + "; this gpulse reads up to "
                    + Header.VERSION + ". Use a newer gpulse.");
        }
        return new Header(
                name(line, "gpulse"),
                instant(line.text("recordedAt")),
                line.number("everyMillis", 1, Integer.MAX_VALUE),
                line.truth("masked"));
    }

    /** Returns a checked name, since it can be printed and other text could control a terminal. */
    private static String name(JsonLine line, String member) {
        String name = line.text(member);
        if (!NAME.matcher(name).matches()) {
            throw new DamagedException("\"" + member + "\" is no name");
        }
        return name;
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (java.time.DateTimeException unreadable) {
            throw new DamagedException("its time of recording is missing");
        }
    }

    private void readCall(JsonLine line) {
        if (line.number("call", 0, Limits.CALLS) != this.calls.size()) {
            throw new DamagedException("its calls are out of order");
        }
        Map<String, Member> members = new HashMap<>();
        line.object("members").forEach((name, place) -> members.put(name, member(place)));
        List<Integer> args = line.numbers("args").stream().map(Long::intValue).toList();
        int version = (int) line.number("structVersion", Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (args.size() > Limits.PARTS || members.size() > Limits.PARTS) {
            throw new DamagedException("a call has more arguments or members than any that gpulse makes");
        }
        RecordedCall call = new RecordedCall(name(line, "symbol"), args, line.truth("device"), version, members);
        RecordedCall.Key canonical = this.keys.computeIfAbsent(call.key(), (first) -> first);
        this.calls.add(call.keyedBy(canonical));
        keep(Limits.ofCall(call));
    }

    private static Member member(List<Long> place) {
        if (place.size() != 2
                || place.get(0) < 0
                || place.get(1) < 0
                || place.get(0) > Limits.ANSWER
                || place.get(0) + place.get(1) > Limits.ANSWER) {
            throw new DamagedException("a member is outside of its answer");
        }
        return new Member(place.get(0).intValue(), place.get(1).intValue());
    }

    private void readSegment(JsonLine line) {
        if (line.number("segment", 0, Limits.SEGMENTS) != this.segments.size()) {
            throw new DamagedException("its segments are out of order");
        }
        Set<Cadence> due = EnumSet.noneOf(Cadence.class);
        line.texts("due").forEach((name) -> due.add(line.oneOf(Cadence.class, "due", name)));
        int gpu = line.has("gpu") ? (int) line.number("gpu", 0, Limits.GPUS - 1) : Segment.NO_GPU;
        this.segments.add(new Segment(line.oneOf(Phase.class, "phase", line.text("phase")), gpu, time(line), due));
        keep(Limits.SEGMENT);
    }

    private long time(JsonLine line) {
        long at = line.number("at", 0, Long.MAX_VALUE / 4);
        this.last = Math.max(this.last, at);
        return at;
    }

    private void readInvocation(JsonLine line) {
        Segment segment = this.segments.get((int) line.number("in", 0, this.segments.size() - 1L));
        int number = (int) line.number("do", 0, this.calls.size() - 1L);
        RecordedCall call = this.calls.get(number);
        long at = time(line);
        keep(Limits.INVOCATION);
        this.invocations++;
        if (line.has("hangs")) {
            segment.add(new Invocation(call, at, Invocation.HANGS, 0, Invocation.NO_ANSWER));
            return;
        }
        long took = line.number("took", 0, Long.MAX_VALUE / 4);
        this.last = Math.max(this.last, at + took);
        int code = (int) line.number("code", Integer.MIN_VALUE, Integer.MAX_VALUE);
        byte[] answer = answer(line, segment.gpu(), number);
        check(call, answer);
        segment.add(new Invocation(call, at, took, code, answer));
    }

    private byte[] answer(JsonLine line, int gpu, int call) {
        Map<Integer, byte[]> before = this.answers.computeIfAbsent(gpu, (first) -> new HashMap<>());
        if (line.has("again")) {
            byte[] same = before.get(call);
            if (same == null) {
                throw new DamagedException("an answer repeats one that is not there");
            }
            return same;
        }
        if (!line.has("answer")) {
            return Invocation.NO_ANSWER;
        }
        byte[] answer = line.bytes("answer");
        keep(Limits.ofAnswer(answer.length));
        before.put(call, answer);
        return answer;
    }

    private static void check(RecordedCall call, byte[] answer) {
        if (answer.length > Math.max(call.size(), Long.BYTES)) {
            throw new DamagedException("an answer of " + call.symbol() + " is longer than its call");
        }
        if (call.symbol().equals(GPUS) && (answer.length > Integer.BYTES || unsigned(answer) > Limits.GPUS)) {
            throw new DamagedException("it has more GPUs than a machine has");
        }
    }

    private static long unsigned(byte[] trimmed) {
        return ByteBuffer.wrap(Arrays.copyOf(trimmed, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    private void keep(long bytes) {
        this.kept += bytes;
        if (this.kept > Limits.KEPT) {
            throw new UnsupportedException(TOO_LARGE);
        }
    }

    private void readEnd(JsonLine line) {
        this.end = line.number("end", 0, Long.MAX_VALUE / 4);
        if (this.end < this.last || line.number("invocations", 0, Long.MAX_VALUE) != this.invocations) {
            throw new DamagedException("its end does not fit the rest");
        }
    }

    /** A contradiction in the file; the message has the place. */
    static final class DamagedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DamagedException(String where) {
            super(where);
        }
    }

    /** A recording that is intact, and that this gpulse does not replay; the message follows the name of the file. */
    static final class UnsupportedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnsupportedException(String predicate) {
            super(predicate);
        }
    }
}
