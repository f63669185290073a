package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The connection of a client that waits and has no answer yet. */
class WaitSubscriberTests {

    private final Wait<String> wait = new Wait<>(
            new Goal<>("free", "", (round) -> "", (answer) -> answer, (answer, round) -> null, (end) -> {}),
            "127.0.0.1",
            JsonMapper.shared());
    private final List<Chunk> written = new ArrayList<>();
    private boolean full;

    private WaitSubscriber subscriber() {
        AtomicReference<WaitSubscriber> subscriber = new AtomicReference<>();
        ClientConnection connection = new ClientConnection(Optional.empty(), () -> !this.full, Mono.never(), () -> {});
        Flux.<Chunk>create((sink) -> subscriber.set(new WaitSubscriber(this.wait, () -> {}, sink, connection)))
                .subscribe(this.written::add);
        return subscriber.get();
    }

    private void advances() {
        this.wait.onOver().run();
    }

    @Test
    void aHeartbeatIsWrittenOnce() {
        WaitSubscriber subscriber = subscriber();
        subscriber.onHeartbeat();
        this.written.remove(0).take().release();
        advances();

        assertThat(this.written).isEmpty();
    }

    @Test
    void aHeartbeatWaitsForRoomAndForTheChunkBefore() {
        WaitSubscriber subscriber = subscriber();
        this.full = true;
        subscriber.onHeartbeat();
        assertThat(this.written).isEmpty();

        this.full = false;
        advances();
        subscriber.onHeartbeat();
        assertThat(this.written).hasSize(1);

        this.written.get(0).take().release();
        assertThat(this.written).hasSize(2);
        this.written.get(1).take().release();
    }
}
