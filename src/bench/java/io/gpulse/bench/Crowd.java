package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Many subscribers of one server, read by one thread. */
final class Crowd implements AutoCloseable {

    private static final int BUFFER = 1 << 20;
    private static final int CONNECTING_AT_ONCE = 500;

    private final int port;
    private final ByteBuffer request;
    private final int size;
    private final Selector selector = Selector.open();
    private final Map<Listener, Long> lastIds = new ConcurrentHashMap<>();
    private final List<SocketChannel> channels = new ArrayList<>();
    private final CompletableFuture<@Nullable Void> failure = new CompletableFuture<>();
    private final Thread thread = new Thread(this::live, "crowd");
    private final EventReader events = new EventReader();
    private final Attendance attendance = new Attendance();
    private volatile boolean over;
    private int connecting;

    /** @param gzip whether the subscribers accept it */
    Crowd(int port, String path, boolean gzip, int size) throws IOException {
        this.port = port;
        this.size = size;
        this.request = ByteBuffer.wrap(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                        + (gzip ? "Accept-Encoding: gzip\r\n" : "") + "\r\n")
                .getBytes(US_ASCII));
        this.thread.start();
    }

    /** Returns the events received so far. */
    Attendance attendance() {
        return this.attendance;
    }

    /** Returns the number of events up to this one that have not arrived, without gaps. */
    long outstanding(long id) {
        return this.lastIds.values().stream()
                .mapToLong((last) -> Math.max(0, id - last))
                .sum();
    }

    /** Fails when the server has refused or hung up. */
    void check() {
        this.failure.getNow(null);
    }

    private void live() {
        try {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
            while (!this.over) {
                connectSome();
                this.selector.select(100);
                for (SelectionKey key : this.selector.selectedKeys()) {
                    serve(key, buffer);
                }
                this.selector.selectedKeys().clear();
            }
        } catch (IOException | RuntimeException broken) {
            this.failure.completeExceptionally(broken);
        }
    }

    private void connectSome() throws IOException {
        while (this.channels.size() < this.size && this.connecting < CONNECTING_AT_ONCE) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port));
            channel.register(this.selector, SelectionKey.OP_CONNECT, new Listener(channel, this));
            this.channels.add(channel);
            this.connecting++;
        }
    }

    private void serve(SelectionKey key, ByteBuffer buffer) throws IOException {
        Listener listener = (Listener) key.attachment();
        if (key.isConnectable()) {
            listener.connected(key, this.request.duplicate());
        } else if (!listener.read(buffer)) {
            throw new IOException("The server hung up");
        }
    }

    /** On the crowd's thread. */
    void received(Listener listener, byte[] head, int length) {
        Event event = this.events.in(head, length);
        if (event == null) {
            return;
        }
        Long last = this.lastIds.put(listener, event.id());
        if (last == null) {
            this.connecting--;
        }
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Clock.systemUTC().instant());
        this.attendance.received(event.id(), last, now - event.readyMicros());
    }

    @Override
    public void close() throws IOException {
        this.over = true;
        this.selector.wakeup();
        try {
            this.thread.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        for (SocketChannel channel : this.channels) {
            channel.close();
        }
        this.selector.close();
    }
}
