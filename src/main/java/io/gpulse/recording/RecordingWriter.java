package io.gpulse.recording;

import static io.gpulse.recording.JsonValues.object;

import io.gpulse.metric.Cadence;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a recording: JSON objects, one a line, packed by gzip. The first is the header; {@code call} and {@code
 * segment} introduce what invocations name by number; {@code end} closes the file, which then gets its final name.
 */
final class RecordingWriter {

    private final Path file;
    private final Path draft;
    private final JsonGenerator json;
    private final Map<RecordedCall, Integer> calls = new HashMap<>();

    /** The last answer to each call about a GPU; a repetition is not written again. */
    private final Map<Integer, Map<Integer, byte[]>> answers = new HashMap<>();

    private final Map<Integer, Integer> gpus = new HashMap<>();
    private long invocations;
    private long kept;
    private int segments;
    private boolean closed;
    private @Nullable String failure;

    private RecordingWriter(Path file, Path draft) throws IOException {
        this.file = file;
        this.draft = draft;
        this.json = JsonFactory.builder()
                .rootValueSeparator("\n")
                .build()
                .createGenerator(
                        ObjectWriteContext.empty(),
                        new BufferedOutputStream(new GZIPOutputStream(opened(draft)), 1 << 16));
    }

    /** Opens a new draft; never overwrites another recorder's draft or follows a link. */
    private static OutputStream opened(Path draft) throws IOException {
        return Files.newOutputStream(
                draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** @throws InvalidRecordingException when there is such a file, or it cannot be written */
    static RecordingWriter to(Path file, Header header) {
        if (Files.exists(file)) {
            throw new InvalidRecordingException(file + " exists already.");
        }
        try {
            RecordingWriter writer = new RecordingWriter(file, file.resolveSibling(file.getFileName() + ".unfinished"));
            JsonValues.write(writer.json, header, UnaryOperator.identity());
            return writer;
        } catch (FileAlreadyExistsException draft) {
            throw new InvalidRecordingException(
                    draft.getMessage() + " exists already: another recording is being made, or was broken off.");
        } catch (IOException | JacksonException refused) {
            throw new InvalidRecordingException(unwritable(file, refused));
        }
    }

    private static String unwritable(Path file, Exception refused) {
        String words = refused instanceof JacksonException json ? json.getOriginalMessage() : refused.getMessage();
        return file + " cannot be written: "
                + (refused instanceof NoSuchFileException ? "there is no such folder" : words) + ".";
    }

    /** @return the number of the segment */
    synchronized int begin(Phase phase, int gpu, long at, Set<Cadence> due) {
        int number = this.segments++;
        this.kept += Limits.SEGMENT;
        this.gpus.put(number, gpu);
        Map<String, @Nullable Object> line = object("segment", number, "phase", phase);
        if (gpu != Segment.NO_GPU) {
            line.put("gpu", gpu);
        }
        line.put("at", at);
        if (!due.isEmpty()) {
            line.put("due", due.stream().sorted().toList());
        }
        write(line);
        return number;
    }

    synchronized void add(int segment, Invocation invocation) {
        int call = number(invocation.call());
        Map<String, @Nullable Object> line = object("in", segment, "do", call, "at", invocation.at());
        if (invocation.hangs()) {
            line.put("hangs", true);
        } else {
            line.put("took", invocation.took());
            line.put("code", invocation.code());
            putAnswer(line, invocation.answer(), this.gpus.getOrDefault(segment, Segment.NO_GPU), call);
        }
        write(line);
        this.invocations++;
        this.kept += Limits.INVOCATION;
    }

    private void putAnswer(Map<String, @Nullable Object> line, byte[] answer, int gpu, int call) {
        if (answer.length == 0) {
            return;
        }
        byte[] before =
                this.answers.computeIfAbsent(gpu, (first) -> new HashMap<>()).put(call, answer);
        if (Arrays.equals(before, answer)) {
            line.put("again", true);
        } else {
            line.put("answer", Base64.getEncoder().encodeToString(answer));
            this.kept += Limits.ofAnswer(answer.length);
        }
    }

    private int number(RecordedCall call) {
        Integer known = this.calls.get(call);
        if (known != null) {
            return known;
        }
        int number = this.calls.size();
        this.calls.put(call, number);
        this.kept += Limits.ofCall(call);
        Map<String, List<Integer>> members = new HashMap<>();
        call.members().forEach((name, member) -> members.put(name, List.of(member.offset(), member.bytes())));
        write(object(
                "call", number,
                "symbol", call.symbol(),
                "args", call.args(),
                "device", call.ofDevice(),
                "structVersion", call.structVersion(),
                "members", members));
        return number;
    }

    /** Writes a line. A full disk does not end the calls; the failure is reported at the end. */
    private void write(Map<String, @Nullable Object> line) {
        if (this.closed || this.failure != null) {
            return;
        }
        try {
            JsonValues.write(this.json, line, UnaryOperator.identity());
        } catch (JacksonException refused) {
            this.failure = unwritable(this.file, refused);
        }
    }

    /** Returns whether the recording has the size that a reader can keep in memory. */
    synchronized boolean isFull() {
        return this.kept >= Limits.KEPT - (2L * Limits.ANSWER)
                || this.segments >= Limits.SEGMENTS - 1
                || this.failure != null;
    }

    /**
     * Closes the file; whatever comes later is left out.
     *
     * @return how many invocations it holds
     */
    synchronized long close(long at) {
        write(object("end", at, "invocations", this.invocations));
        this.closed = true;
        try {
            this.json.close();
            if (this.failure == null) {
                Files.move(this.draft, this.file);
            }
        } catch (IOException | JacksonException refused) {
            this.failure = unwritable(this.file, refused);
        }
        if (this.failure != null) {
            discard();
            throw new InvalidRecordingException(this.failure);
        }
        return this.invocations;
    }

    /** Leaves no file behind. */
    private void discard() {
        try {
            Files.deleteIfExists(this.draft);
        } catch (IOException gone) {
            // A draft that cannot be deleted is not a valid recording: it has no end.
        }
    }
}
