package io.gpulse.recording;

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
import java.util.Map;
import java.util.Set;
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
            writer.write(header);
            return writer;
        } catch (FileAlreadyExistsException draft) {
            throw new InvalidRecordingException(
                    draft.getMessage() + " exists already: another recording is being made, or was broken off.");
        } catch (IOException | JacksonException refused) {
            throw new InvalidRecordingException(file + " cannot be written: " + why(refused) + ".");
        }
    }

    private static String why(Exception refused) {
        if (refused instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        String words = refused instanceof JacksonException json ? json.getOriginalMessage() : refused.getMessage();
        return String.valueOf(words);
    }

    private void write(Header header) {
        this.json.writeStartObject();
        this.json.writeStringProperty("format", Header.FORMAT);
        this.json.writeNumberProperty("version", Header.VERSION);
        this.json.writeStringProperty("gpulse", header.gpulse());
        this.json.writeStringProperty("recordedAt", header.recordedAt().toString());
        this.json.writeNumberProperty("everyMillis", header.everyMillis());
        this.json.writeBooleanProperty("masked", header.masked());
        this.json.writeEndObject();
    }

    /** @return the number of the segment */
    synchronized int begin(Phase phase, int gpu, long at, Set<Cadence> due) {
        int number = this.segments++;
        this.kept += Limits.ofSegment();
        this.gpus.put(number, gpu);
        write(() -> {
            this.json.writeStartObject();
            this.json.writeNumberProperty("segment", number);
            this.json.writeStringProperty("phase", phase.name());
            if (gpu != Segment.NO_GPU) {
                this.json.writeNumberProperty("gpu", gpu);
            }
            this.json.writeNumberProperty("at", at);
            if (!due.isEmpty()) {
                this.json.writeName("due");
                this.json.writeStartArray();
                due.stream().sorted().forEach((cadence) -> this.json.writeString(cadence.name()));
                this.json.writeEndArray();
            }
            this.json.writeEndObject();
        });
        return number;
    }

    synchronized void add(int segment, Invocation invocation) {
        write(() -> write(segment, invocation));
    }

    private void write(int segment, Invocation invocation) {
        int call = number(invocation.call());
        this.json.writeStartObject();
        this.json.writeNumberProperty("in", segment);
        this.json.writeNumberProperty("do", call);
        this.json.writeNumberProperty("at", invocation.at());
        if (invocation.hangs()) {
            this.json.writeBooleanProperty("hangs", true);
        } else {
            this.json.writeNumberProperty("took", invocation.took());
            this.json.writeNumberProperty("code", invocation.code());
            writeAnswer(invocation.answer(), this.gpus.getOrDefault(segment, Segment.NO_GPU), call);
        }
        this.json.writeEndObject();
        this.invocations++;
        this.kept += Limits.ofInvocation();
    }

    private void writeAnswer(byte[] answer, int gpu, int call) {
        if (answer.length == 0) {
            return;
        }
        byte[] before =
                this.answers.computeIfAbsent(gpu, (first) -> new HashMap<>()).put(call, answer);
        if (Arrays.equals(before, answer)) {
            this.json.writeBooleanProperty("again", true);
        } else {
            this.json.writeStringProperty("answer", Base64.getEncoder().encodeToString(answer));
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
        this.json.writeStartObject();
        this.json.writeNumberProperty("call", number);
        this.json.writeStringProperty("symbol", call.symbol());
        this.json.writeName("args");
        this.json.writeStartArray();
        call.args().forEach(this.json::writeNumber);
        this.json.writeEndArray();
        this.json.writeBooleanProperty("device", call.ofDevice());
        this.json.writeNumberProperty("structVersion", call.structVersion());
        this.json.writeName("members");
        this.json.writeStartObject();
        call.members().forEach((name, member) -> {
            this.json.writeName(name);
            this.json.writeStartArray();
            this.json.writeNumber(member.offset());
            this.json.writeNumber(member.bytes());
            this.json.writeEndArray();
        });
        this.json.writeEndObject();
        this.json.writeEndObject();
        return number;
    }

    /** Runs a write. A full disk does not end the calls; the failure is reported at the end. */
    private void write(Runnable writing) {
        if (this.closed || this.failure != null) {
            return;
        }
        try {
            writing.run();
        } catch (JacksonException refused) {
            this.failure = this.file + " cannot be written: " + why(refused) + ".";
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
        write(() -> {
            this.json.writeStartObject();
            this.json.writeNumberProperty("end", at);
            this.json.writeNumberProperty("invocations", this.invocations);
            this.json.writeEndObject();
        });
        this.closed = true;
        try {
            this.json.close();
            if (this.failure == null) {
                Files.move(this.draft, this.file);
            }
        } catch (IOException | JacksonException refused) {
            this.failure = this.file + " cannot be written: " + why(refused) + ".";
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
