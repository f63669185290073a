package io.gpulse.testing;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.DriverEvent;
import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.device.topology.Topology;
import io.gpulse.sampling.DriverEventFeed;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.sampling.TopologyFeed;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.view.PublishedSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import reactor.core.publisher.Sinks;

/** gpulse's HTTP server on a real port, with snapshots and events from a test. */
public final class TestServer implements AutoCloseable {

    /** The machine of all these servers; gpulse sees its PIDs as it counts them. */
    public static final MachineIdentity MACHINE =
            new MachineIdentity("5d1f2c7e-6a35-4f0e-9b0a-3f6f0c3f4c5e", MachineIdentity.INITIAL_PID_NAMESPACE);

    private final Sinks.Many<Snapshot> feed = Sinks.many().replay().latest();
    private final Sinks.Many<DriverEvent> driver = Sinks.many().multicast().directBestEffort();
    private final ConfigurableApplicationContext context;
    private volatile Topology topology = Topology.UNREAD;
    private volatile boolean ofThisMachine = true;

    private TestServer(ResourceLoader resources, NettyServerCustomizer netty, String... properties) {
        this.context = new SpringApplicationBuilder(Application.class)
                .resourceLoader(resources)
                .contextFactory((type) -> new SharedClassFiles())
                .initializers((starting) -> {
                    starting.getBeanFactory()
                            .registerSingleton(
                                    "feed", new SnapshotFeed(this.feed.asFlux(), this::status, Duration.ofSeconds(1)));
                    starting.getBeanFactory()
                            .registerSingleton(
                                    "driverEvents",
                                    new DriverEventFeed(this.driver.asFlux(), () -> Set.of(0, 1, 2, 3)));
                    starting.getBeanFactory().registerSingleton("topology", new TopologyFeed(() -> this.topology));
                    starting.getBeanFactory().registerSingleton("netty", netty);
                    starting.getBeanFactory().registerSingleton("machine", MACHINE);
                })
                .run(arguments(properties));
    }

    public static TestServer started(String... properties) {
        return startedWith(new DefaultResourceLoader(), properties);
    }

    public static TestServer startedWith(ResourceLoader resources, String... properties) {
        return new TestServer(resources, (server) -> server, properties);
    }

    public static TestServer startedWith(NettyServerCustomizer netty, String... properties) {
        return new TestServer(new DefaultResourceLoader(), netty, properties);
    }

    private static String[] arguments(String... properties) {
        return Stream.concat(Stream.of("server.port=0"), Stream.of(properties))
                .map((property) -> "--" + property)
                .toArray(String[]::new);
    }

    private SamplerStatus status() {
        Diagnosis diagnosis = new Diagnosis(
                null,
                List.of(new Diagnosis.Check("library", "Library", Diagnosis.Outcome.PASSED, "libnvidia-ml.so.1")),
                List.of(new Diagnosis.Step("Look at the driver", "nvidia-smi")));
        return new SamplerStatus(
                3, 0, 1, 0, Duration.ofNanos(8_400_000), Duration.ofMillis(22), diagnosis, "auto", this.ofThisMachine);
    }

    /** Runs a round; returns when the stream has published it. */
    public TestServer takes(Snapshot snapshot) {
        this.feed.tryEmitNext(snapshot).orThrow();
        SnapshotStream stream = this.context.getBean(SnapshotStream.class);
        Wait.until(() -> stream.latest()
                .map(PublishedSnapshot::snapshot)
                .filter(snapshot::equals)
                .isPresent());
        return this;
    }

    /** Has the GPUs of another machine from now on. */
    public TestServer ofAnotherMachine() {
        this.ofThisMachine = false;
        return this;
    }

    /** Reports another topology of the machine. */
    public TestServer reports(Topology read) {
        this.topology = read;
        return this;
    }

    /** Delivers an event of the driver. */
    public TestServer deliver(DriverEvent event) {
        this.driver.tryEmitNext(event).orThrow();
        return this;
    }

    public int port() {
        return Integer.parseInt(this.context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    public <T> T bean(Class<T> type) {
        return this.context.getBean(type);
    }

    /** Returns whether this bean exists, without creating it. */
    public boolean hasMade(String bean) {
        return this.context.getBeanFactory().containsSingleton(bean);
    }

    @Override
    public void close() {
        this.context.close();
    }

    /** A context that reads each class file once for all servers of the JVM, which saves a quarter of a start. */
    private static final class SharedClassFiles extends AnnotationConfigReactiveWebServerApplicationContext {

        private static final Map<Class<?>, Map<Resource, ?>> CACHES = new ConcurrentHashMap<>();

        @Override
        @SuppressWarnings("unchecked")
        public <T> Map<Resource, T> getResourceCache(Class<T> type) {
            return (Map<Resource, T>) CACHES.computeIfAbsent(type, (first) -> new ConcurrentHashMap<Resource, T>());
        }

        @Override
        public void clearResourceCaches() {}
    }

    /** Every package that serves HTTP, without the sampler. Not a {@code @Configuration}: gpulse would scan it too. */
    @EnableAutoConfiguration
    @Import(SeparateResources.class)
    @ComponentScan(
            basePackages = {
                "io.gpulse.web",
                "io.gpulse.view",
                "io.gpulse.rounds",
                "io.gpulse.snapshot",
                "io.gpulse.stream",
                "io.gpulse.status",
                "io.gpulse.text",
                "io.gpulse.selection",
                "io.gpulse.history",
                "io.gpulse.report",
                "io.gpulse.event",
                "io.gpulse.insight",
                "io.gpulse.start",
                "io.gpulse.story",
                "io.gpulse.workload",
                "io.gpulse.notify",
                "io.gpulse.fleet",
                "io.gpulse.mcp",
                "io.gpulse.security",
                "io.gpulse.ui"
            })
    static class Application {}
}
