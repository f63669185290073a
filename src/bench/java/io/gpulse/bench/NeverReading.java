package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The effect of subscribers that never read on others and on the heap. */
final class NeverReading {

    private static final int STUCK = 100;
    private static final int HEALTHY = 200;
    private static final String PATH = "/api/v1/stream?view=core";
    private static final int SMALL = 4096;

    private final Setting setting;
    private final Paper paper;

    NeverReading(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    void run() throws Exception {
        List<String> launch = new ArrayList<>(List.of(this.setting.tool("java")));
        launch.addAll(Image.options(this.setting));
        launch.addAll(List.of("-jar", this.setting.jar().toString()));
        // A replay of ten seconds is full soon; the heap is then level.
        try (Gpulse gpulse = Gpulse.started(
                this.setting,
                this.setting.work(),
                launch,
                "--gpulse.sampling.every=200ms",
                "--gpulse.stream.replay=10s")) {
            beside(gpulse);
        }
    }

    private void beside(Gpulse gpulse) throws Exception {
        Duration window = this.setting.seconds("bench.seconds", 12);
        Audition audition = new Audition(PATH, false, HEALTHY, Duration.ofSeconds(12), window);
        List<SocketChannel> stuck = new ArrayList<>();
        try (Crowd healthy = new Crowd(gpulse.port(), PATH, false, HEALTHY)) {
            audition.gather(healthy);
            Thread.sleep(audition.warmUp().toMillis());
            double before = gpulse.liveMegabytes(this.setting);
            for (int reader = 0; reader < STUCK; reader++) {
                stuck.add(neverRead(gpulse.port()));
            }
            Delivery delivery = audition.measure("gpulse", gpulse.process(), healthy);
            double after = gpulse.liveMegabytes(this.setting);
            String words = STUCK + " never read, " + HEALTHY + " do: ";
            this.paper.print(
                    words + delivery.events() + " events arrived, p99 " + Paper.number(delivery.p99(), 1) + " ms");
            this.paper.compare(words + "lost by the healthy", delivery.lost(), 0);
            this.paper.compare(words + "live heap more, MB", after - before, 5);
        } finally {
            for (SocketChannel channel : stuck) {
                channel.close();
            }
        }
    }

    private static SocketChannel neverRead(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.write(ByteBuffer.wrap(("GET " + PATH + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(US_ASCII)));
        return channel;
    }
}
