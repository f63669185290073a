package io.gpulse.prometheus;

import io.gpulse.device.Snapshot;
import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that a scrape needs of the rest of gpulse. Nothing of it asks the driver.
 *
 * @param latest empty before the first round is over
 * @param failedRounds since the start
 * @param subscribers of the stream; empty where there is no stream
 * @param occupancies what the time of GPUs went to; empty where nobody counts it
 * @param version of gpulse
 */
record ScrapeSource(
        Supplier<Optional<Snapshot>> latest,
        LongSupplier failedRounds,
        Supplier<OptionalInt> subscribers,
        Supplier<List<GpuOccupancy>> occupancies,
        String version,
        Clock clock) {}
