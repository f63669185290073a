package io.gpulse.prometheus;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Collects the latest snapshot as series. A scrape causes no driver call. */
final class SnapshotCollector implements MultiCollector {

    private final Supplier<Optional<Snapshot>> latest;
    private final Function<Snapshot, Duration> age;
    private final List<SeriesSource> sources;

    /**
     * @param latest empty before the first round has finished
     * @param age of a snapshot, by a monotonic clock
     * @param sources of series in addition to those of the snapshot
     */
    SnapshotCollector(
            Supplier<Optional<Snapshot>> latest, Function<Snapshot, Duration> age, List<SeriesSource> sources) {
        this.latest = latest;
        this.age = age;
        this.sources = List.copyOf(sources);
    }

    @Override
    public MetricSnapshots collect() {
        return collect(SeriesFilter.ALL);
    }

    MetricSnapshots collect(SeriesFilter filter) {
        Exposition exposition = new Exposition(filter);
        this.sources.forEach((source) -> source.addTo(exposition));
        this.latest
                .get()
                .ifPresentOrElse((snapshot) -> add(snapshot, exposition), () -> OwnSeries.addNoRound(exposition));
        return exposition.snapshots();
    }

    private void add(Snapshot snapshot, Exposition exposition) {
        OwnSeries.add(snapshot, this.age.apply(snapshot), exposition);
        snapshot.gpus().forEach((gpu) -> DeviceSeries.add(gpu, exposition));
        HostSample host = snapshot.host();
        if (host != null) {
            DeviceSeries.add(host, exposition);
        }
    }
}
