package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The readers of one GPU and its links, one for each kind of probe. */
public final class ProbeReaders {

    private final Map<Class<?>, Entry<?>> byKind;
    private final PlanVersion version = new PlanVersion();

    public ProbeReaders(DriverCalls calls, SessionState session) {
        MemberReader members = new MemberReader(calls);
        FieldReader fields = new FieldReader(calls, session.numbering());
        this.byKind = Stream.of(
                        new Entry<>(Probe.Member.class, members),
                        new Entry<>(Probe.Bits.class, new BitsReader(calls)),
                        new Entry<>(Probe.Joined.class, new JoinedReader(members)),
                        new Entry<>(Probe.Field.class, fields),
                        new Entry<>(Probe.Rate.class, new RateReader(fields, new CounterRates(session.baselines()))),
                        new Entry<>(Probe.Gpm.class, new GpmReader(calls, session.gpmSamples())),
                        new Entry<>(Probe.Sampled.class, new SampleReader(calls)),
                        new Entry<>(LinkProbe.Sum.class, new LinkSumReader()),
                        new Entry<>(LinkProbe.Worst.class, new WorstLinkReader()),
                        new Entry<>(LinkProbe.BitErrorRatio.class, new BitErrorRatioReader(fields)),
                        new Entry<>(LinkProbe.GainRatio.class, new GainRatioReader(fields, session.baselines())),
                        new Entry<>(Probe.PcieBandwidth.class, new PcieBandwidthReader()),
                        new Entry<>(Probe.Listed.class, ProbeReaders::notOfADevice),
                        new Entry<>(Probe.Proc.class, ProbeReaders::notOfADevice))
                .collect(Collectors.toUnmodifiableMap(Entry::kind, Function.identity()));
    }

    /** Returns the kinds of probe that have a reader. */
    Set<Class<?>> kinds() {
        return this.byKind.keySet();
    }

    /** Returns the version of the plan, which changes with the probes that are read. */
    public PlanVersion version() {
        return this.version;
    }

    /** Returns the reader of a probe, bound to the probe and a row. */
    public BoundReader<?> bind(Probe probe, RowContext row) {
        Entry<?> entry = this.byKind.get(probe.getClass());
        if (entry == null) {
            throw new IllegalArgumentException("No reader for " + probe);
        }
        return entry.bind(probe, row, this.version);
    }

    /** A kind of probe and its reader. */
    private record Entry<P extends Probe>(Class<P> kind, ProbeReader<P> reader) {

        BoundReader<P> bind(Probe probe, RowContext row, PlanVersion version) {
            return new BoundReader<>(this.reader, this.kind.cast(probe), row, version);
        }
    }

    /** Returns an absence: processes are read after the rows by {@code ProcessReader}, the host's rows elsewhere. */
    private static Reading notOfADevice(Probe probe, RowContext row, FieldBatch fields) {
        return Reading.absent(Reason.NOT_SUPPORTED);
    }
}
