package io.gpulse.metric;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The source of a reading, as data: equal probes are one native call, documents can name the source, and the demo
 * simulates calls by their symbol.
 */
public sealed interface Probe
        permits Probe.Member,
                Probe.Field,
                Probe.Bits,
                Probe.Joined,
                Probe.Gpm,
                Probe.Sampled,
                Probe.Rate,
                Probe.Listed,
                Probe.Proc,
                LinkProbe {

    /** A placeholder for the number of the link in a probe of each link. */
    int EACH_LINK = Integer.MIN_VALUE;

    /** The window of a value that covers the time between two rounds. */
    String ROUND = "since the last round";

    /** Returns the probe of one link; the probe itself when it is the same for every subject. */
    default Probe ofLink(int link) {
        return this;
    }

    /** Returns the time that the value covers, in words; empty for the moment of the reading. */
    default String window() {
        return "";
    }

    /** Returns the fields that it is read from; empty for a source of another kind. */
    default List<Field> fields() {
        return List.of();
    }

    /** Returns the source as documents name it, for example {@code nvmlDeviceGetUtilizationRates.gpu}. */
    String source();

    /** {@code nvmlReturn_t symbol(device, args…, unsigned int *)}. */
    static Probe u32(String symbol, Integer... args) {
        return Call.u32(symbol, args).only();
    }

    /** Returns the same call with a named argument. */
    static Probe u32(String symbol, NvmlNumber choice) {
        return u32(symbol, choice.number());
    }

    /** {@code nvmlReturn_t symbol(device, args…, unsigned long long *)}. */
    static Probe u64(String symbol, Integer... args) {
        return Call.u64(symbol, args).only();
    }

    /** {@code nvmlReturn_t symbol(device, args…, char *, unsigned int length)}. */
    static Probe word(String symbol, int length, Integer... args) {
        return Call.word(symbol, length, args).only();
    }

    /** Returns the same call with a named argument. */
    static Probe word(String symbol, int length, NvmlNumber choice) {
        return word(symbol, length, choice.number());
    }

    /** Returns one record of {@code nvmlDeviceGetFieldValues}; all fields of a round are read in one call. */
    static Field field(NvmlField id) {
        return new Field(id.number(), 0);
    }

    /** Returns a record of {@code nvmlDeviceGetFieldValues} about a part of the GPU, or the module that contains it. */
    static Field field(NvmlField id, NvmlNumbers.PowerScope scope) {
        return new Field(id.number(), scope.number());
    }

    /** Returns some bits of an integer answer, from the lowest on. */
    static Probe bits(Probe mask, int lowest, int width) {
        return new Bits((Member) mask, lowest, width);
    }

    /** Returns a record of {@code nvmlDeviceGetFieldValues} about each link. */
    static Field fieldOfLink(NvmlField id) {
        return new Field(id.number(), EACH_LINK);
    }

    /** Returns a metric of {@code nvmlGpmMetricsGet}, over the time between two samples. */
    static Probe gpm(NvmlGpmMetric id) {
        return new Gpm(id.number());
    }

    /** Returns the minimum of {@code nvmlDeviceGetSamples} since the last round. */
    static Probe least(NvmlNumbers.SamplingType type) {
        return new Sampled(type.number(), Sampled.Extreme.LEAST);
    }

    /** Returns the maximum of {@code nvmlDeviceGetSamples} since the last round. */
    static Probe greatest(NvmlNumbers.SamplingType type) {
        return new Sampled(type.number(), Sampled.Extreme.GREATEST);
    }

    /** Returns the gain per second of a field that counts. */
    static Probe rateOf(Field counter) {
        return new Rate(counter);
    }

    /** Returns several parts of one answer joined, for example {@code 9} and {@code 0} to {@code 9.0}. */
    static Probe joined(String separator, Member... parts) {
        return new Joined(List.of(parts), separator);
    }

    /** Returns a figure of the operating system, from a file below {@code /proc}. */
    static Probe proc(String file, String figure) {
        return new Proc(file, figure);
    }

    /** Returns a member of each entry of the driver's list. */
    static Probe listed(String symbol, String member) {
        return new Listed(symbol, member);
    }

    /** Returns the number of entries of the driver's list. */
    static Probe countOf(String symbol) {
        return new Listed(symbol, "");
    }

    /** A slot of a getter's answer. */
    record Member(Call call, Layout.Slot slot) implements Probe {

        @Override
        public String source() {
            return this.slot.name().isEmpty() ? this.call.source() : this.call.source() + "." + this.slot.name();
        }

        @Override
        public Probe ofLink(int link) {
            return new Member(this.call.ofLink(link), this.slot);
        }
    }

    /**
     * A field value.
     *
     * @param since the first driver in which the number has this meaning; null where it always has it. NVML does
     *     not publish its numbering, and a driver in which a number has another meaning returns no error.
     */
    record Field(int id, int scope, @Nullable DriverVersion since) implements Probe {

        public Field(int id, int scope) {
            this(id, scope, null);
        }

        /** Returns a hash without the version, which distinguishes no fields; computed for each value of a round. */
        @Override
        public int hashCode() {
            return 31 * this.id + this.scope;
        }

        @Override
        public List<Field> fields() {
            return List.of(this);
        }

        /** Returns the same field, valid from a driver on. */
        public Field since(int branch, int release) {
            return new Field(this.id, this.scope, new DriverVersion(branch, release));
        }

        @Override
        public String source() {
            String scopeSuffix = this.scope == 0 ? "" : "," + Call.written(this.scope);
            return "nvmlDeviceGetFieldValues[" + this.id + scopeSuffix + "]";
        }

        @Override
        public Field ofLink(int link) {
            return this.scope == EACH_LINK ? new Field(this.id, link, this.since) : this;
        }
    }

    /** Some bits of a slot. */
    record Bits(Member mask, int lowest, int width) implements Probe {

        @Override
        public String source() {
            String which = this.width == 1 ? "bit " + this.lowest : "bits " + this.lowest + " to " + highest();
            return this.mask.source() + ", " + which;
        }

        private int highest() {
            return this.lowest + this.width - 1;
        }

        /** Returns these bits of the whole as a number. */
        public long of(long whole) {
            return whole >>> this.lowest & (1L << this.width) - 1;
        }
    }

    /** Parts joined to one text. */
    record Joined(List<Member> parts, String separator) implements Probe {

        @Override
        public String source() {
            return this.parts.stream().map(Member::source).collect(Collectors.joining(" " + this.separator + " "));
        }
    }

    /** A figure of the GPU's performance monitor. */
    record Gpm(int id) implements Probe {

        @Override
        public String window() {
            return ROUND;
        }

        @Override
        public String source() {
            return "nvmlGpmMetricsGet[" + this.id + "]";
        }
    }

    /** An extreme of the samples that the driver keeps. */
    record Sampled(int type, Extreme extreme) implements Probe {

        /** Which of the samples. */
        public enum Extreme {
            LEAST,
            GREATEST
        }

        @Override
        public String window() {
            return ROUND;
        }

        @Override
        public String source() {
            return "nvmlDeviceGetSamples(" + this.type + "), "
                    + this.extreme.name().toLowerCase(Locale.ROOT);
        }
    }

    /** The gain per second of a field that counts. */
    record Rate(Field counter) implements Probe {

        @Override
        public String window() {
            return ROUND;
        }

        @Override
        public String source() {
            return this.counter.source() + " per second";
        }

        @Override
        public List<Field> fields() {
            return this.counter.fields();
        }

        @Override
        public Probe ofLink(int link) {
            return new Rate(this.counter.ofLink(link));
        }
    }

    /** A member of each entry of a list; without a name, the number of entries. */
    record Listed(String symbol, String member) implements Probe {

        @Override
        public String source() {
            return this.member.isEmpty() ? this.symbol : this.symbol + "." + this.member;
        }
    }

    /** A figure of {@code /proc}. */
    record Proc(String file, String figure) implements Probe {

        @Override
        public String source() {
            return "/proc/" + this.file + " " + this.figure;
        }
    }
}
