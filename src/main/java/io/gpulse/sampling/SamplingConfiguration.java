package io.gpulse.sampling;

import io.gpulse.device.GpuSource;
import io.gpulse.device.HostSource;
import io.gpulse.device.Owners;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Spelling;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({SourceProperties.class, SamplingProperties.class})
class SamplingConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Sampler sampler(SamplingProperties properties, Sources sources, HostSource host, Owners owners) {
        SamplerParts.HostSources hostSources = new SamplerParts.HostSources(host, owners);
        SamplerParts parts =
                SamplerParts.of(sources, hostSources, properties.every(), Lanes.ofThreads(SamplerClock.system()));
        RoundTimer.Threads threads =
                new RoundTimer.Threads(() -> Schedulers.newSingle("gpulse-sampler", true), Schedulers.parallel());
        return new Sampler(parts, threads);
    }

    @Bean
    SnapshotFeed snapshotFeed(Sampler sampler, SamplingProperties properties) {
        return new SnapshotFeed(sampler.snapshots(), sampler::status, properties.every(), sampler.idleTimes());
    }

    @Bean
    TopologyFeed topologyFeed(Sampler sampler) {
        return new TopologyFeed(sampler::topology);
    }

    @Bean
    DriverEventFeed driverEventFeed(Sampler sampler) {
        // A prefetch of one: all other events wait in the buffer that drops the oldest.
        return new DriverEventFeed(
                sampler.driverEvents().publishOn(Schedulers.boundedElastic(), 1), sampler::monitoredGpus);
    }

    @Bean
    Sources sources(SourceProperties properties, List<GpuSource> all) {
        List<GpuSource> driver = ofKind(all, SourceKind.NVML);
        List<GpuSource> demo = ofKind(all, SourceKind.DEMO);
        List<GpuSource> program = ofKind(all, SourceKind.NVIDIA_SMI);
        String mode = Spelling.dashed(properties.source());
        return switch (properties.source()) {
            case AUTO -> new Sources(mode, joined(driver, program), properties.demoWhenNoGpu() ? demo.get(0) : null);
            case NVML -> new Sources(mode, driver, null);
            case NVIDIA_SMI -> new Sources(mode, program, null);
            case DEMO -> new Sources(mode, demo, null);
            case RECORDING -> new Sources(mode, verified(ofKind(all, SourceKind.RECORDING)), null);
            case NONE -> new Sources(mode, List.of(), null);
        };
    }

    private static List<GpuSource> joined(List<GpuSource> first, List<GpuSource> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    private static List<GpuSource> verified(List<GpuSource> chosen) {
        chosen.forEach(GpuSource::verify);
        return chosen;
    }

    private static List<GpuSource> ofKind(List<GpuSource> all, SourceKind kind) {
        return all.stream().filter((source) -> source.kind() == kind).toList();
    }
}
