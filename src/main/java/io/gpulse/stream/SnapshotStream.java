package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.ContentCoding;
import io.gpulse.stream.wire.Representation;
import io.gpulse.stream.wire.Representations;
import io.gpulse.stream.wire.ResponseWriter;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.view.SnapshotEncoder;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.LongLivedResponse;
import io.gpulse.web.ProblemException;
import io.gpulse.web.StreamEvents;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.StreamStatistics;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Notifies all subscribers of each round. A slow subscriber skips rounds without delaying others, and one that resumes
 * receives the rounds it missed. A round is encoded once per view. Completes all responses before the web server stops.
 */
public final class SnapshotStream implements SmartLifecycle, PublishedSnapshots, StreamMonitor, FailureMonitor {

    /** The content of listeners without an encoding. */
    public static final Object NO_ENCODING = "none";

    private static final int MAX_WAITING_NOTICES = 1000;

    private static final Logger log = LoggerFactory.getLogger(SnapshotStream.class);

    private final Flux<Snapshot> snapshots;
    private final Flux<StreamEvents.Notice> notices;
    private final Scheduler scheduler;
    private final ReplayRing ring;
    private final NoticeRing noticeRing = new NoticeRing();
    private final SubscriberLimits limits;
    private final Listeners listeners = new Listeners();
    private final Representations representations = new Representations();
    private final LongAdder dropped = new LongAdder();
    private final ConsumerGuard ringGuard = new ConsumerGuard("stream", "Storing of rounds for the stream");
    private final ConsumerGuard roundGuard = new ConsumerGuard("stream", "Publication of rounds");
    private final ConsumerGuard noticeGuard = new ConsumerGuard("stream", "Publication of events");
    private final Disposable.Swap work = Disposables.swap();
    private volatile boolean running;
    private volatile boolean ended;

    SnapshotStream(StreamFeeds feeds, SnapshotEncoder encoder, StreamProperties properties, Scheduler scheduler) {
        this.snapshots = feeds.snapshots();
        this.notices = feeds.notices();
        this.scheduler = scheduler;
        this.ring =
                new ReplayRing(properties.replay(), properties.replayMaxBytes().toBytes(), encoder);
        this.limits = new SubscriberLimits(properties);
    }

    @Override
    public Optional<PublishedSnapshot> latest() {
        return this.ring.latest();
    }

    @Override
    public List<Snapshot> since(Instant from) {
        return this.ring.since(from);
    }

    /**
     * Admits a subscriber.
     *
     * @throws ProblemException when a limit is reached
     */
    Admission admit(StreamRequest request, ClientConnection connection) {
        Disposable slot = this.limits.admit(request.view(), connection.network());
        ContentCoding coding = ContentCoding.of(request.gzip());
        Representations.Share share = representation(request, connection);
        Flux<Chunk> chunks = listen(
                        connection,
                        (sink) -> subscriber(
                                request, sink, new ResponseWriter(sink, coding, share.representation(), connection)))
                .concatWith(Flux.defer(() -> this.ended ? end(coding) : Flux.empty()));
        return new Admission(chunks, Disposables.composite(share.leave(), slot));
    }

    /** An admitted subscriber, until it leaves. */
    record Admission(Flux<Chunk> chunks, Disposable slots) {

        void leave() {
            this.slots.dispose();
        }
    }

    /**
     * Returns endless chunks for another kind of listener, which is notified on the stream's own thread.
     *
     * @param content identifies the content by value, for the limits
     */
    public Flux<Chunk> openOnStreamThread(
            Object content, ClientConnection connection, Function<FluxSink<Chunk>, ChunkSubscriber> listener) {
        return Flux.using(
                () -> this.limits.admit(content, connection.network()),
                (slot) -> listen(connection.withoutEventLoop(), listener),
                Disposable::dispose);
    }

    private Flux<Chunk> listen(ClientConnection connection, Function<FluxSink<Chunk>, ChunkSubscriber> listener) {
        return Flux.create((sink) -> join(listener.apply(sink), sink, connection), FluxSink.OverflowStrategy.ERROR);
    }

    private Representations.Share representation(StreamRequest request, ClientConnection connection) {
        var key = new Representation.Key(request.view(), request.format(), request.gzip());
        return connection.canShareFrames()
                ? this.representations.join(key, request.every().isZero())
                : Representations.Share.unshared(key);
    }

    @Override
    public StreamStatistics statistics() {
        return new StreamStatistics(
                this.limits.subscribers(),
                this.limits.maxSubscribers(),
                this.dropped.sum(),
                JsonNumbers.seconds(this.ring.held()),
                this.ring.bytes(),
                this.limits.encodings());
    }

    /** Returns the end of a response that the server ends: a disconnected client receives no trailer. */
    private static Flux<Chunk> end(ContentCoding coding) {
        List<ByteBuffer> parts = coding.end();
        return parts.isEmpty() ? Flux.empty() : Flux.just(new Chunk(() -> {}, parts));
    }

    private StreamSubscriber subscriber(StreamRequest request, FluxSink<Chunk> sink, ResponseWriter writer) {
        EventLoop eventLoop = writer.connection().eventLoop();
        Consumer<Runnable> later = eventLoop == null ? this.scheduler::schedule : eventLoop::execute;
        return new StreamSubscriber(
                request,
                sink,
                writer,
                new StreamSubscriber.Context(this.ring, this.noticeRing, this.dropped::add, later));
    }

    private void join(ChunkSubscriber listener, FluxSink<Chunk> sink, ClientConnection connection) {
        ListenerGroup<ChunkSubscriber> group = this.listeners.of(connection.eventLoop());
        group.add(listener);
        // Spring does not cancel when it cannot write the head of a response, as after a reset by the client.
        Disposable watch = connection.ended().subscribe((nothing) -> {}, (failure) -> sink.complete(), sink::complete);
        sink.onDispose(() -> {
            watch.dispose();
            group.remove(listener);
        });
        sink.onRequest((more) -> connection.onEventLoop(listener::advance));
        if (this.ended) {
            connection.onEventLoop(listener::end);
        }
    }

    /** Completes when all have been notified. Of the rounds that arrive meanwhile, only the latest follows. */
    private Mono<Void> notifyAll(PublishedSnapshot published) {
        return Mono.<Void>create((sink) -> {
                    Runnable release = this.representations.publish(published);
                    this.listeners.forEach(ChunkSubscriber::onRound, () -> {
                        release.run();
                        sink.success();
                    });
                })
                .publishOn(this.scheduler)
                .doOnSuccess((nothing) -> compactPast());
    }

    private Mono<Void> notifyAllGuarded(PublishedSnapshot published) {
        return Mono.defer(() -> notifyAll(published))
                .doOnSuccess((nothing) -> this.roundGuard.succeeded())
                .onErrorResume((failed) -> {
                    this.roundGuard.failed(failed);
                    return Mono.empty();
                });
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.ringGuard, this.roundGuard, this.noticeGuard);
    }

    private void compactPast() {
        this.ring.compactPast();
        PublishedSnapshot oldest = this.ring.oldest();
        if (oldest != null) {
            this.noticeRing.dropBefore(oldest.sequence());
        }
    }

    private void publish(StreamEvents.Notice notice) {
        this.noticeRing.add(
                notice, this.ring.latest().map(PublishedSnapshot::sequence).orElse(Long.MIN_VALUE));
        this.listeners.forEach(ChunkSubscriber::onRound);
    }

    private void end() {
        this.ended = true;
        this.listeners.forEach(ChunkSubscriber::end);
    }

    @Override
    public void start() {
        this.ended = false;
        this.running = true;
        // A separate thread notifies subscribers, so that their number cannot delay the next round.
        Disposable rounds = this.snapshots
                .<PublishedSnapshot>handle(
                        (snapshot, sink) -> this.ringGuard.run(() -> sink.next(this.ring.add(snapshot))))
                .onBackpressureLatest()
                .publishOn(this.scheduler, 1)
                .concatMap(this::notifyAllGuarded, 1)
                .subscribe((nothing) -> {}, (failure) -> log.error("Snapshot stream failed", failure), this::end);
        Disposable heartbeat = Flux.interval(LongLivedResponse.HEARTBEAT, this.scheduler)
                .onBackpressureDrop()
                .subscribe(this.noticeGuard.around((beat) -> this.listeners.forEach(ChunkSubscriber::heartbeat)));
        Disposable published = this.notices
                .onBackpressureBuffer(MAX_WAITING_NOTICES, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.scheduler)
                .subscribe(
                        this.noticeGuard.around(this::publish),
                        (failure) -> log.error("Event notifications stopped", failure));
        this.work.update(Disposables.composite(rounds, heartbeat, published));
    }

    @Override
    public void stop() {
        this.running = false;
        this.work.update(Disposables.disposed());
        end();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
