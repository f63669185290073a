package io.gpulse.prometheus;

import io.gpulse.device.Snapshot;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.web.EventMonitor;
import io.gpulse.web.InsightMonitor.RuleState;
import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import io.gpulse.web.connection.ConnectionLimit;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The inputs of a scrape. They cause no driver call.
 *
 * @param latest empty before the first round has finished
 * @param rounds counted since the start
 * @param subscribers of the stream; empty where there is no stream
 * @param counted counts of other features
 * @param version of gpulse
 */
record ScrapeSource(
        Supplier<Optional<Snapshot>> latest,
        Supplier<RoundCounts> rounds,
        Supplier<OptionalInt> subscribers,
        Counted counted,
        String version,
        Clock clock) {

    /**
     * Counts of the sampler.
     *
     * @param failures rounds that failed by a defect of gpulse
     * @param restarts of its timer
     */
    record RoundCounts(long failures, long restarts) {

        static RoundCounts of(SamplerStatus status) {
            return new RoundCounts(status.failures(), status.restarts());
        }
    }

    /**
     * Counts of other features; empty for a feature that is not present.
     *
     * @param occupancies time and energy of GPUs
     * @param events counts of events
     * @param insights states of rules
     * @param connections of clients
     */
    record Counted(
            Supplier<List<GpuOccupancy>> occupancies,
            Supplier<Optional<EventMonitor>> events,
            Supplier<List<RuleState>> insights,
            Supplier<Optional<ConnectionLimit.Statistics>> connections) {

        static final Counted NOTHING = new Counted(List::of, Optional::empty, List::of, Optional::empty);

        void addTo(Exposition exposition) {
            this.occupancies.get().forEach((gpu) -> OccupancySeries.add(gpu, exposition));
            this.events.get().ifPresent((monitor) -> IncidentSeries.add(monitor, exposition));
            this.insights.get().forEach((state) -> IncidentSeries.add(state, exposition));
            this.connections.get().ifPresent((connections) -> OwnSeries.add(connections, exposition));
        }
    }
}
