package io.gpulse.start;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryText;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Samples of GPUs and of the host, by time and series. */
final class SampleColumns {

    private static final int MOST_ROUNDS = 1000;

    /** 16 GPUs with all values that a page shows over 15 minutes: 2 MB of text. */
    private static final int MOST_VALUES = 300_000;

    private final List<String> gpus;
    private final List<Metric> ofGpus;
    private final List<Metric> ofHost;

    /** The values of each time: those of the GPUs, one after the other, then those of the host. */
    private final NavigableMap<Long, double[]> rows = new TreeMap<>();

    /** End of the time of which rows were dropped, in epoch ms. */
    private long droppedUntil = Long.MIN_VALUE;

    /** @param gpus UUIDs */
    SampleColumns(List<String> gpus, List<Metric> ofGpus, List<Metric> ofHost) {
        this.gpus = List.copyOf(gpus);
        this.ofGpus = ofGpus;
        this.ofHost = ofHost;
    }

    void add(Snapshot round) {
        double[] row = row(round.takenAt().toEpochMilli());
        for (GpuSample gpu : round.gpus()) {
            String uuid = gpu.uuid();
            int place = uuid == null ? -1 : this.gpus.indexOf(uuid);
            if (place >= 0 && gpu.state() != GpuState.STALE) {
                set(row, place * this.ofGpus.size(), values(gpu.readings(), this.ofGpus));
            }
        }
        HostSample host = round.host();
        if (host != null) {
            set(row, this.gpus.size() * this.ofGpus.size(), values(host.readings(), this.ofHost));
        }
    }

    /** @param values in the order of the metrics */
    void addGpu(String uuid, long at, double[] values) {
        int place = this.gpus.indexOf(uuid);
        if (place >= 0) {
            set(row(at), place * this.ofGpus.size(), values);
        }
    }

    void addHost(long at, double[] values) {
        set(row(at), this.gpus.size() * this.ofGpus.size(), values);
    }

    /** Drops the oldest row when there are too many: rounds were more frequent in an earlier run. */
    private double[] row(long at) {
        double[] row = this.rows.computeIfAbsent(at, (first) -> {
            double[] values = new double[values()];
            Arrays.fill(values, Double.NaN);
            return values;
        });
        if (this.rows.size() > most()) {
            this.droppedUntil =
                    Math.max(this.droppedUntil, this.rows.pollFirstEntry().getKey() + 1);
        }
        return row;
    }

    /** Returns the maximum number of rows. */
    int most() {
        return Math.min(MOST_ROUNDS, MOST_VALUES / Math.max(1, values()));
    }

    /** Returns the number of values of one time. */
    private int values() {
        return this.gpus.size() * this.ofGpus.size() + this.ofHost.size();
    }

    private static void set(double[] row, int from, double[] values) {
        System.arraycopy(values, 0, row, from, values.length);
    }

    private static double[] values(Readings readings, List<Metric> metrics) {
        return metrics.stream()
                .mapToDouble((metric) -> readings.number(metric).orElse(Double.NaN))
                .toArray();
    }

    /** @param from begin of the requested time, in epoch ms */
    StartSamples of(long from) {
        List<StartSamples.Series> series = new ArrayList<>();
        for (int gpu = 0; gpu < this.gpus.size(); gpu++) {
            for (int i = 0; i < this.ofGpus.size(); i++) {
                series.add(series(this.gpus.get(gpu), this.ofGpus.get(i), gpu * this.ofGpus.size() + i));
            }
        }
        for (int i = 0; i < this.ofHost.size(); i++) {
            series.add(series(null, this.ofHost.get(i), this.gpus.size() * this.ofGpus.size() + i));
        }
        series.removeIf((each) -> each.values().stream().allMatch((value) -> value == null));
        return new StartSamples(Math.max(from, this.droppedUntil), List.copyOf(this.rows.keySet()), series);
    }

    private StartSamples.Series series(@Nullable String gpu, Metric metric, int place) {
        List<@Nullable Number> values = new ArrayList<>(this.rows.size());
        this.rows.values().forEach((row) -> values.add(HistoryText.number(row[place])));
        return new StartSamples.Series(gpu, metric.key(), values);
    }
}
