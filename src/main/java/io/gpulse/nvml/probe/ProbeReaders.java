package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The readers of one GPU and its links, one for each kind of probe. */
public final class ProbeReaders {

    /** Kinds that depend on other rows or on all links, with which a value that was refused may become known. */
    private static final Set<Class<?>> COMPUTED =
            Set.of(LinkProbe.Sum.class, LinkProbe.Worst.class, LinkProbe.PcieBandwidth.class, LinkProbe.OverC2c.class);

    private final DriverCalls calls;
    private final FieldNumbering numbering;
    private int planVersion;
    private final Map<Class<?>, BiFunction<Probe, RowContext, Function<FieldBatch, Reading>>> byKind = new HashMap<>();

    public ProbeReaders(DriverCalls calls, SessionState session) {
        this(calls, session, new GpmReader(calls, session.gpmSamples()));
    }

    /** @param monitor of the GPU, or of a GPU instance */
    public ProbeReaders(DriverCalls calls, SessionState session, GpmReader monitor) {
        this.calls = calls;
        this.numbering = session.numbering();
        GetterReader getters = new GetterReader(calls);
        FieldReader fields = new FieldReader(calls, session);
        add(Probe.Member.class, getters::read);
        add(Probe.Bits.class, getters::readBits);
        add(Probe.Joined.class, getters::readJoined);
        add(Probe.Field.class, fields::read);
        add(Probe.Rate.class, fields::readRate);
        add(LinkProbe.BitErrorRatio.class, fields::readBitErrorRatio);
        add(LinkProbe.GainRatio.class, new GainRatioReader(fields, session.baselines()));
        add(Probe.Gpm.class, monitor);
        add(Probe.Sampled.class, new SampleReader(calls));
        add(LinkProbe.Sum.class, ComputedRows::sum);
        add(LinkProbe.Worst.class, ComputedRows::worst);
        add(LinkProbe.PcieBandwidth.class, ComputedRows::pcieBandwidth);
        add(LinkProbe.OverC2c.class, new C2cReader(calls, fields));
        add(Probe.Listed.class, ProbeReaders::notOfADevice);
        add(Probe.Proc.class, ProbeReaders::notOfADevice);
    }

    private <P extends Probe> void add(Class<P> kind, ProbeReader<P> reader) {
        this.byKind.put(kind, (probe, row) -> (fields) -> reader.read(kind.cast(probe), row, fields));
    }

    /** Returns the kinds of probe that have a reader. */
    Set<Class<?>> kinds() {
        return this.byKind.keySet();
    }

    /** Returns the version of the plan of the GPU. It changes as soon as a round reads other rows or field values. */
    public int planVersion() {
        return this.planVersion;
    }

    /** Changes the plan of the GPU. */
    public void changePlan() {
        this.planVersion++;
    }

    /** Returns the reader of a probe, bound to the probe and a row. */
    public BoundReader bind(Probe probe, RowContext row) {
        BiFunction<Probe, RowContext, Function<FieldBatch, Reading>> reader = this.byKind.get(probe.getClass());
        if (reader == null) {
            throw new IllegalArgumentException("No reader for " + probe);
        }
        return new BoundReader(probe, reader.apply(probe, row));
    }

    /** Returns an absence: processes are read after the rows by {@code ProcessReader}, the host's rows elsewhere. */
    private static Reading notOfADevice(Probe probe, RowContext row, FieldBatch fields) {
        return Reading.absent(Reason.NOT_SUPPORTED);
    }

    /**
     * A source of a row: a probe with its reader. A lasting refusal of the driver is kept for the session, unless the
     * source had a value before: then it can have one again, as after a short loss of permission, and is read in each
     * round.
     */
    public final class BoundReader {

        private final Probe probe;
        private final Function<FieldBatch, Reading> reader;
        private final List<Probe.Field> fields;
        private final boolean keepsRefusal;
        private @Nullable Reading refusal;
        private boolean hadValue;

        private BoundReader(Probe probe, Function<FieldBatch, Reading> reader) {
            this.probe = probe;
            this.reader = reader;
            this.fields = probe.fields().stream()
                    .filter(ProbeReaders.this.numbering::holds)
                    .toList();
            this.keepsRefusal = !COMPUTED.contains(probe.getClass());
        }

        public Reading read(FieldBatch batch) {
            if (this.refusal != null) {
                return this.refusal;
            }
            Reading reading = this.reader.apply(batch);
            // A record is compared faster than an interface.
            if (!(reading instanceof Reading.Absent)) {
                this.hadValue = true;
            } else if (!this.hadValue && isLasting(reading) && this.keepsRefusal) {
                this.refusal = reading;
                changePlan();
            }
            return reading;
        }

        /** Returns whether the row has another source: this one never had a value, and is refused lastingly. */
        public boolean isReplacedAfter(Reading reading) {
            return !this.hadValue && isLasting(reading);
        }

        private static boolean isLasting(Reading reading) {
            return reading instanceof Reading.Absent absent && absent.reason().isLasting();
        }

        /** Reads without keeping a refusal: a link that is down may be refused values that it has when it is up. */
        public Reading readOnce(FieldBatch batch) {
            return this.refusal != null ? this.refusal : this.reader.apply(batch);
        }

        /** Returns whether the last reading is the driver's answer; "no data" is an answer, a failed call is not. */
        public boolean isAnswered() {
            return this.probe instanceof Probe.Member member && ProbeReaders.this.calls.isAnswered(member.call());
        }

        /** Returns the field values that it needs in the batch of a round; none after a refusal. */
        public List<Probe.Field> fields() {
            return this.refusal == null ? this.fields : List.of();
        }
    }
}
