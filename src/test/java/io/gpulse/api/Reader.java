package io.gpulse.api;

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
import reactor.core.publisher.Mono;

/** Someone who listens to the stream, over a connection that the test fills and empties. */
final class Reader extends BaseSubscriber<Chunk> {

    private static final Pattern SEQUENCE = Pattern.compile("(?m)^id:(\\d+)$");

    private final long demand;
    private final List<String> heard = new ArrayList<>();
    private final Deque<Chunk> underway = new ArrayDeque<>();
    private boolean full;
    private boolean holding;
    private boolean writing;
    private volatile boolean ended;
    private volatile boolean disconnected;
    private @Nullable Throwable refusal;

    private Reader(long demand) {
        this.demand = demand;
    }

    static Reader of(SnapshotStream stream, StreamRequest request) {
        return of(stream, request, Long.MAX_VALUE);
    }

    static Reader of(SnapshotStream stream, StreamRequest request, long demand) {
        Reader reader = new Reader(demand);
        return reader.listening(stream, request);
    }

    static Reader of(TextFeed feed, TextRequest request) {
        Reader reader = new Reader(Long.MAX_VALUE);
        feed.open(request, new Guest(Optional.empty(), () -> !reader.full, Mono.never(), reader::disconnect))
                .subscribe(reader);
        return reader;
    }

    private Reader listening(SnapshotStream stream, StreamRequest request) {
        stream.open(request, new Guest(Optional.empty(), () -> !this.full, Mono.never(), this::disconnect))
                .subscribe(this);
        return this;
    }

    static StreamRequest live() {
        return new StreamRequest(View.CORE, Wire.EVENTS, null, Duration.ZERO);
    }

    static StreamRequest after(long id) {
        return new StreamRequest(View.CORE, Wire.EVENTS, id, Duration.ZERO);
    }

    static StreamRequest every(Duration every) {
        return new StreamRequest(View.CORE, Wire.EVENTS, null, every);
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
        this.refusal = failure;
    }

    @Override
    protected void hookOnComplete() {
        this.ended = true;
    }

    /** The connection takes nothing more. */
    Reader fills() {
        this.full = true;
        return this;
    }

    Reader empties() {
        this.full = false;
        return this;
    }

    /** What is handed over stays on its way. */
    Reader holds() {
        this.holding = true;
        return this;
    }

    Reader lets() {
        this.holding = false;
        write();
        return this;
    }

    // Taking one may bring the next.
    private void write() {
        this.writing = true;
        for (Chunk chunk = this.underway.poll(); chunk != null; chunk = this.underway.poll()) {
            ByteBuf bytes = chunk.take();
            this.heard.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        this.writing = false;
    }

    List<String> heard() {
        return this.heard;
    }

    /** The numbers of the snapshots, from the first of the process, 0, on. */
    List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        Matcher ids = SEQUENCE.matcher(String.join("", this.heard));
        while (ids.find()) {
            numbers.add((int) (Long.parseLong(ids.group(1)) - Snapshots.FIRST));
        }
        return numbers;
    }

    List<String> lags() {
        return this.heard.stream()
                .flatMap((chunk) -> Arrays.stream(chunk.split("\n\n")))
                .filter((event) -> event.startsWith("event:lag"))
                .map((event) -> event.substring(event.indexOf('{')))
                .toList();
    }

    @Nullable
    Throwable refusal() {
        return this.refusal;
    }

    private void disconnect() {
        this.disconnected = true;
    }

    boolean isDisconnected() {
        return this.disconnected;
    }

    boolean hasEnded() {
        return this.ended;
    }
}
