package io.gpulse.startup;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.sampling.Sampler;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.security.ReadAccess;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Schedulers;

/** Logs three lines after the start: the GPUs, the addresses, and a command to try. */
@Component
class StartupSummaryLogger implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger("io.gpulse");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]", "localhost");

    private final Sampler sampler;
    private final Environment environment;
    private final String version;
    private final ReadAccess access;

    StartupSummaryLogger(
            Sampler sampler, Environment environment, ReadAccess access, ObjectProvider<BuildProperties> build) {
        this.access = access;
        this.sampler = sampler;
        this.environment = environment;
        BuildProperties properties = build.getIfAvailable();
        this.version = properties == null ? "" : " " + properties.getVersion();
    }

    /** Waits a few seconds for the GPUs: a driver without persistence mode takes as long to initialize them. */
    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        this.sampler
                .snapshots()
                .takeUntil((snapshot) -> isSettled(snapshot, this.sampler.status()))
                .take(PATIENCE)
                .takeLast(1)
                .switchIfEmpty(this.sampler.snapshots().next())
                // A blocked log must not delay the rounds.
                .publishOn(Schedulers.boundedElastic())
                .subscribe(this::print);
    }

    static boolean isSettled(Snapshot snapshot, SamplerStatus status) {
        if (snapshot.gpus().isEmpty()) {
            return status.mode().equals("none") || !status.diagnosis().equals(Diagnosis.UNKNOWN);
        }
        return snapshot.gpus().stream().noneMatch((gpu) -> gpu.state() == GpuState.ATTACHING);
    }

    private void print(Snapshot snapshot) {
        String base = base(this.environment);
        log.info("gpulse{} {}", this.version, sight(snapshot));
        log.info("Dashboard {}/  API {}/swagger-ui.html  Prometheus {}/metrics", base, base, base);
        log.info("{}", next(snapshot, base, this.access));
    }

    static String base(Environment environment) {
        String address = environment.getProperty("server.address");
        String port = environment.getProperty("local.server.port", "8080");
        return (isEncrypted(environment) ? "https" : "http") + "://" + host(address) + ":" + port
                + environment.getProperty("spring.webflux.base-path", "");
    }

    private static boolean isEncrypted(Environment environment) {
        return environment.getProperty("server.ssl.enabled", Boolean.class, true)
                && Stream.of("bundle", "certificate", "key-store")
                        .anyMatch((source) -> environment.containsProperty("server.ssl." + source));
    }

    /**
     * Returns the host of a URL: localhost unless gpulse listens on one address of the network or of IPv6 only. An
     * address of IPv6 is in brackets, and the percent sign before its zone is escaped.
     */
    private static @Nullable String host(@Nullable String address) {
        if (address == null || address.isBlank() || address.startsWith("127.") || EVERYWHERE.contains(address)) {
            return "localhost";
        }
        String bare = address.startsWith("[") ? address.substring(1, address.length() - 1) : address;
        return bare.contains(":") ? "[" + bare.replaceFirst("%(25)?", "%25") + "]" : bare;
    }

    /** Quotes a URL with brackets, which a shell would expand. */
    private static String quoted(String url) {
        return url.contains("[") ? "'" + url + "'" : url;
    }

    static String sight(Snapshot snapshot) {
        Source source = snapshot.source();
        if (snapshot.gpus().isEmpty()) {
            return (source.recordedAt() == null ? "sees no GPU" : through(source) + ", in which none is seen")
                    + (source.reason() == null ? "." : ": " + source.reason());
        }
        return through(source) + ": " + models(snapshot) + trouble(source);
    }

    private static String through(Source source) {
        if (source.recordedAt() != null) {
            return "replays a recording of " + source.recordedAt() + ", no GPU of now";
        }
        if (source.simulated()) {
            return "shows demo data, no real GPU";
        }
        return "sees through " + (source.kind() == SourceKind.NVIDIA_SMI ? "nvidia-smi" : "NVML")
                + (source.driverVersion() == null ? "" : ", driver " + source.driverVersion())
                + (source.cudaVersion() == null ? "" : ", CUDA " + source.cudaVersion());
    }

    private static String models(Snapshot snapshot) {
        Map<String, Long> models = snapshot.gpus().stream()
                .collect(Collectors.groupingBy(StartupSummaryLogger::model, TreeMap::new, Collectors.counting()));
        return models.entrySet().stream()
                .map((model) -> model.getValue() + " x " + model.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String model(GpuSample gpu) {
        if (gpu.identity() != null) {
            return gpu.identity().name();
        }
        return gpu.state() == GpuState.SLEEPING ? "a GPU that sleeps" : "a GPU that has not answered yet";
    }

    private static String trouble(Source source) {
        return source.reason() == null ? "" : " (" + source.reason() + ")";
    }

    static String next(Snapshot snapshot, String base, ReadAccess access) {
        String curl = "curl "
                + switch (access) {
                    case OPEN -> "";
                    case TOKEN -> "-H 'Authorization: Bearer TOKEN' ";
                    case USER -> "-u USER ";
                };
        return snapshot.gpus().isEmpty()
                ? "What was checked and what to do: " + curl + quoted(base + "/api/v1/status")
                : "Try: " + curl + quoted(base) + "  or  " + curl + "-N " + quoted(base + "/api/v1/stream");
    }
}
