package io.gpulse;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.sampling.Sampler;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Three lines at the start: what gpulse sees, where to look, what to type. */
@Component
class Greeting {

    private static final Logger log = LoggerFactory.getLogger("io.gpulse");
    private static final int ROUNDS_TO_WAIT = 5;

    private final Sampler sampler;
    private final Environment environment;
    private final String version;

    Greeting(Sampler sampler, Environment environment, ObjectProvider<BuildProperties> build) {
        this.sampler = sampler;
        this.environment = environment;
        BuildProperties properties = build.getIfAvailable();
        this.version = properties == null ? "" : " " + properties.getVersion();
    }

    /** GPUs without persistence take seconds to wake up; they are waited for a few rounds. */
    @EventListener(ApplicationReadyEvent.class)
    void greet() {
        this.sampler
                .snapshots()
                .take(ROUNDS_TO_WAIT)
                .takeUntil(Greeting::isSettled)
                .takeLast(1)
                .subscribe(this::print);
    }

    private static boolean isSettled(Snapshot snapshot) {
        return snapshot.gpus().stream().noneMatch((gpu) -> gpu.state() == GpuState.ATTACHING);
    }

    private void print(Snapshot snapshot) {
        String port = this.environment.getProperty("local.server.port", "8080");
        String base = "http://localhost:" + port;
        log.info("gpulse{} {}", this.version, sight(snapshot));
        log.info("Dashboard {}/  API {}/swagger-ui.html  Prometheus {}/actuator/prometheus", base, base, base);
        log.info("{}", next(snapshot, base));
    }

    static String sight(Snapshot snapshot) {
        Source source = snapshot.source();
        if (snapshot.gpus().isEmpty()) {
            return "sees no GPU: " + source.reason();
        }
        String how = source.simulated()
                ? "shows demo data, no real GPU: "
                : "sees through NVML, driver " + source.driverVersion() + ", CUDA " + source.cudaVersion() + ": ";
        return how + models(snapshot);
    }

    private static String models(Snapshot snapshot) {
        Map<String, Long> models = snapshot.gpus().stream()
                .map(GpuSample::identity)
                .filter(Objects::nonNull)
                .map(GpuIdentity::name)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        return models.entrySet().stream()
                .map((model) -> model.getValue() + " x " + model.getKey())
                .collect(Collectors.joining(", "));
    }

    static String next(Snapshot snapshot, String base) {
        return snapshot.gpus().isEmpty()
                ? "What was checked and what to do: curl " + base + "/api/v1/status"
                : "Try: curl " + base + "  or  curl -N " + base + "/api/v1/stream";
    }
}
