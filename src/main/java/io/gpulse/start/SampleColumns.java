package io.gpulse.start;

import io.gpulse.device.GpuSample;
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

    private final List<String> gpus;
    private final List<Metric> ofGpus;
    private final List<Metric> ofHost;

    /** The values of each time: those of the GPUs, one after the other, then those of the host. */
    private final NavigableMap<Long, double[]> rows = new TreeMap<>();

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
            if (place >= 0) {
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

    private double[] row(long at) {
        return this.rows.computeIfAbsent(at, (first) -> {
            double[] row = new double[this.gpus.size() * this.ofGpus.size() + this.ofHost.size()];
            Arrays.fill(row, Double.NaN);
            return row;
        });
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
        return new StartSamples(from, List.copyOf(this.rows.keySet()), series);
    }

    private StartSamples.Series series(@Nullable String gpu, Metric metric, int place) {
        List<@Nullable Number> values = new ArrayList<>(this.rows.size());
        this.rows.values().forEach((row) -> values.add(HistoryText.number(row[place])));
        return new StartSamples.Series(gpu, metric.key(), values);
    }
}
