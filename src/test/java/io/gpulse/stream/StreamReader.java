package io.gpulse.stream;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.TextRequest;
import io.gpulse.text.TextStream;
import io.gpulse.view.View;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A subscriber of the stream with a connection that the test fills and empties. */
public final class StreamReader extends BaseSubscriber<Chunk> {

    private static final Pattern SEQUENCE = Pattern.compile("(?m)^id:(\\d+)$");

    private final long demand;
    private final List<String> received = new ArrayList<>();
    private final Deque<Chunk> underway = new ArrayDeque<>();
    private boolean full;
    private boolean holding;
    private boolean writing;
    private volatile boolean ended;
    private volatile boolean disconnected;
    private @Nullable Throwable failure;

    private StreamReader(long demand) {
        this.demand = demand;
    }

    public static StreamReader of(SnapshotStream stream, StreamRequest request) {
        return of(stream, request, Long.MAX_VALUE);
    }

    public static StreamReader of(SnapshotStream stream, StreamRequest request, long demand) {
        StreamReader reader = new StreamReader(demand);
        return reader.listening(stream, request);
    }

    public static StreamReader of(TextStream feed, TextRequest request) {
        StreamReader reader = new StreamReader(Long.MAX_VALUE);
        feed.open(request, new ClientConnection(Optional.empty(), () -> !reader.full, Mono.never(), reader::disconnect))
                .subscribe(reader);
        return reader;
    }

    private StreamReader listening(SnapshotStream stream, StreamRequest request) {
        open(stream, request, new ClientConnection(Optional.empty(), () -> !this.full, Mono.never(), this::disconnect))
                .subscribe(this);
        return this;
    }

    /** Returns the chunks of an admitted subscriber, until the subscription ends. */
    static Flux<Chunk> open(SnapshotStream stream, StreamRequest request, ClientConnection connection) {
        return Flux.using(
                () -> stream.admit(request, connection),
                SnapshotStream.Admission::chunks,
                SnapshotStream.Admission::leave);
    }

    public static StreamRequest live() {
        return new StreamRequest(View.CORE, StreamFormat.EVENTS, false, null, Duration.ZERO, true);
    }

    public static StreamRequest after(long id) {
        return new StreamRequest(View.CORE, StreamFormat.EVENTS, false, id, Duration.ZERO, true);
    }

    public static StreamRequest every(Duration every) {
        return new StreamRequest(View.CORE, StreamFormat.EVENTS, false, null, every, true);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        if (this.demand > 0) {
            subscription.request(this.demand);
        }
    }

    @Override
    protected void hookOnNext(Chunk chunk) {
        this.underway.add(chunk);
        if (!this.holding && !this.writing) {
            write();
        }
    }

    @Override
    protected void hookOnError(Throwable failure) {
        this.failure = failure;
    }

    @Override
    protected void hookOnComplete() {
        this.ended = true;
    }

    /** Makes the connection not writable. */
    public StreamReader fills() {
        this.full = true;
        return this;
    }

    public StreamReader empties() {
        this.full = false;
        return this;
    }

    /** Keeps emitted chunks pending. */
    public StreamReader holds() {
        this.holding = true;
        return this;
    }

    public StreamReader admits() {
        this.holding = false;
        write();
        return this;
    }

    // Taking a chunk can emit the next one.
    private void write() {
        this.writing = true;
        for (Chunk chunk = this.underway.poll(); chunk != null; chunk = this.underway.poll()) {
            ByteBuf bytes = chunk.take();
            this.received.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        this.writing = false;
    }

    public List<String> received() {
        return this.received;
    }

    /** Returns the numbers of the snapshots; the first of the process is 0. */
    public List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        Matcher ids = SEQUENCE.matcher(String.join("", this.received));
        while (ids.find()) {
            numbers.add((int) (Long.parseLong(ids.group(1)) - Snapshots.FIRST));
        }
        return numbers;
    }

    public List<String> lags() {
        return events("lag");
    }

    /** Returns the data of all events with a name. */
    public List<String> events(String name) {
        return this.received.stream()
                .flatMap((chunk) -> Arrays.stream(chunk.split("\n\n")))
                .filter((event) -> event.startsWith("event:" + name + "\n"))
                .map((event) -> event.substring(event.indexOf('{')))
                .toList();
    }

    /** Returns snapshots by number and other events by their data, in order of arrival. */
    public List<String> order() {
        return this.received.stream()
                .flatMap((chunk) -> Arrays.stream(chunk.split("\n\n|(?<=\\})\n(?=\\{|$)")))
                .filter((event) -> event.contains("{"))
                .map((event) -> event.substring(event.indexOf('{')))
                .toList();
    }

    @Nullable
    public Throwable failure() {
        return this.failure;
    }

    private void disconnect() {
        this.disconnected = true;
    }

    public boolean isDisconnected() {
        return this.disconnected;
    }

    public boolean hasEnded() {
        return this.ended;
    }
}
