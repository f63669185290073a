package io.gpulse.metric;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a reading comes from, as data: equal questions are one native call, documents can name the source, and the demo
 * answers by symbol.
 */
public sealed interface Probe
        permits Probe.Member,
                Probe.Field,
                Probe.Bits,
                Probe.Joined,
                Probe.Gpm,
                Probe.Sampled,
                Probe.Rate,
                Probe.PcieBandwidth,
                Probe.Listed,
                Probe.Proc,
                LinkProbe {

    /** Stands for the number of the link in what is asked of each link. */
    int EACH_LINK = Integer.MIN_VALUE;

    /** What is told as of the time between two rounds. */
    String ROUND = "since the last round";

    /** What is asked of one link; the probe itself when it asks the same of every subject. */
    default Probe ofLink(int link) {
        return this;
    }

    /** The time that the figure is about, in words; empty when it is of the instant of asking. */
    default String window() {
        return "";
    }

    /** The source as documents name it, for example {@code nvmlDeviceGetUtilizationRates.gpu}. */
    String source();

    /** {@code nvmlReturn_t symbol(device, args…, unsigned int *)}. */
    static Probe u32(String symbol, Integer... args) {
        return Call.u32(symbol, args).only();
    }

    /** The same, with numbers that NVML has names for. */
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

    /** The same, with a choice that NVML has a name for. */
    static Probe word(String symbol, int length, NvmlNumber choice) {
        return word(symbol, length, choice.number());
    }

    /** One record of {@code nvmlDeviceGetFieldValues}; all fields of a round travel in one call. */
    static Field field(NvmlField id) {
        return new Field(id.number(), 0);
    }

    /** A record of {@code nvmlDeviceGetFieldValues} about a part of the GPU, or what it is a part of. */
    static Field field(NvmlField id, NvmlNumbers.PowerScope scope) {
        return new Field(id.number(), scope.number());
    }

    /** Some bits of an integer answer, from the lowest on. */
    static Probe bits(Probe mask, int lowest, int width) {
        return new Bits((Member) mask, lowest, width);
    }

    /** A record of {@code nvmlDeviceGetFieldValues} about each link. */
    static Field fieldOfLink(NvmlField id) {
        return new Field(id.number(), EACH_LINK);
    }

    /** A figure of {@code nvmlGpmMetricsGet}, over the time between two samples. */
    static Probe gpm(NvmlGpmMetric id) {
        return new Gpm(id.number());
    }

    /** The least that {@code nvmlDeviceGetSamples} has kept since the last round. */
    static Probe least(NvmlNumbers.SamplingType type) {
        return new Sampled(type.number(), Sampled.Extreme.LEAST);
    }

    /** The greatest that {@code nvmlDeviceGetSamples} has kept since the last round. */
    static Probe greatest(NvmlNumbers.SamplingType type) {
        return new Sampled(type.number(), Sampled.Extreme.GREATEST);
    }

    /** What a field that counts gains per second. */
    static Probe rateOf(Field counter) {
        return new Rate(counter);
    }

    /** What so many lanes of a PCIe generation carry. */
    static Probe pcieBandwidth(Metric generation, Metric lanes) {
        return new PcieBandwidth(generation, lanes);
    }

    /** Several parts of one answer put together, for example {@code 9} and {@code 0} to {@code 9.0}. */
    static Probe joined(String separator, Member... parts) {
        return new Joined(List.of(parts), separator);
    }

    /** A figure that the operating system tells in a file below {@code /proc}. */
    static Probe proc(String file, String figure) {
        return new Proc(file, figure);
    }

    /** A member of each entry of a list that the driver gives of a GPU. */
    static Probe listed(String symbol, String member) {
        return new Listed(symbol, member);
    }

    /** How many entries that list has. */
    static Probe countOf(String symbol) {
        return new Listed(symbol, "");
    }

    /** A slot of what a getter answers. */
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
     * @param since the driver from which on the number means this; null where it always has. NVML does not say how it
     *     numbers fields, and a driver that means something else by a number answers without an error.
     */
    record Field(int id, int scope, @Nullable DriverVersion since) implements Probe {

        public Field(int id, int scope) {
            this(id, scope, null);
        }

        /** Looked up for every value of every round: without the version, which tells no two of them apart. */
        @Override
        public int hashCode() {
            return 31 * this.id + this.scope;
        }

        /** The same number, which means this from a driver on. */
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

        /** These bits of the whole, as a number. */
        public long of(long whole) {
            return whole >>> this.lowest & (1L << this.width) - 1;
        }
    }

    /** Parts put together to one word. */
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

    /** What a field that counts gains per second. */
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
        public Probe ofLink(int link) {
            return new Rate(this.counter.ofLink(link));
        }
    }

    /** What a PCIe link carries. */
    record PcieBandwidth(Metric generation, Metric lanes) implements Probe {

        @Override
        public String source() {
            return this.generation.spec().source() + " x " + this.lanes.spec().source();
        }
    }

    /** A member of each entry of a list; without a name, how many entries there are. */
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
