package io.gpulse.prometheus;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The latest snapshot as series; a scrape never causes a call to the driver. */
final class SnapshotCollector implements MultiCollector {

    private final ScrapeSource feed;

    SnapshotCollector(ScrapeSource feed) {
        this.feed = feed;
    }

    @Override
    public MetricSnapshots collect() {
        return collect(SeriesFilter.ALL);
    }

    MetricSnapshots collect(SeriesFilter filter) {
        Exposition exposition = new Exposition(filter);
        OwnSeries.tell(this.feed, exposition);
        this.feed
                .latest()
                .get()
                .ifPresentOrElse((snapshot) -> tell(snapshot, exposition), () -> OwnSeries.tellNoRound(exposition));
        return exposition.snapshots();
    }

    private void tell(Snapshot snapshot, Exposition exposition) {
        OwnSeries.tell(snapshot, this.feed.clock(), exposition);
        snapshot.gpus().forEach((gpu) -> DeviceSeries.tell(gpu, exposition));
        HostSample host = snapshot.host();
        if (host != null) {
            DeviceSeries.tell(host, exposition);
        }
    }
}
