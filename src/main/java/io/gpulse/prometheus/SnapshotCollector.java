package io.gpulse.prometheus;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Collects the latest snapshot as series. A scrape causes no driver call. */
final class SnapshotCollector implements MultiCollector {

    private final ScrapeSource source;

    SnapshotCollector(ScrapeSource source) {
        this.source = source;
    }

    @Override
    public MetricSnapshots collect() {
        return collect(SeriesFilter.ALL);
    }

    MetricSnapshots collect(SeriesFilter filter) {
        Exposition exposition = new Exposition(filter);
        OwnSeries.add(this.source, exposition);
        this.source.counted().addTo(exposition);
        this.source
                .latest()
                .get()
                .ifPresentOrElse((snapshot) -> add(snapshot, exposition), () -> OwnSeries.addNoRound(exposition));
        return exposition.snapshots();
    }

    private void add(Snapshot snapshot, Exposition exposition) {
        OwnSeries.add(snapshot, this.source.clock(), exposition);
        snapshot.gpus().forEach((gpu) -> DeviceSeries.add(gpu, exposition));
        HostSample host = snapshot.host();
        if (host != null) {
            DeviceSeries.add(host, exposition);
        }
    }
}
