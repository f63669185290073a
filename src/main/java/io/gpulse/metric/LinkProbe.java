package io.gpulse.metric;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A source that is computed: from fields of one link or of all, from a row of all links, or from rows of PCIe. */
public sealed interface LinkProbe extends Probe {

    /** Returns the sum of a row over all links; of a gauge, over those that are up. */
    static Probe overLinks(Metric row) {
        return new Sum(row);
    }

    /** Returns the greatest value of a row among the links. */
    static Probe worstLink(Metric row) {
        return new Worst(row);
    }

    /** Returns a bit error ratio of a link. */
    static Probe bitErrorRatio(NvmlField ofLink) {
        return new BitErrorRatio(Probe.fieldOfLink(ofLink));
    }

    /** Returns the ratio of the gains of some counters to those of others, since they were last read. */
    static Probe gainRatio(List<Field> part, List<Field> whole) {
        return new GainRatio(part, whole);
    }

    /** Returns a figure of all C2C links. */
    static Probe overC2c(NvmlField ofLink, OverC2c.Summary summary) {
        return new OverC2c(Probe.fieldOfLink(ofLink), summary);
    }

    /** Returns the bandwidth of the lanes of a PCIe generation. */
    static Probe pcieBandwidth(Metric generation, Metric lanes) {
        return new PcieBandwidth(generation, lanes);
    }

    /** The sum of a row over all links. A counter of a link that is down keeps its last value. */
    record Sum(Metric row) implements LinkProbe {

        @Override
        public String window() {
            return this.row.spec().window();
        }

        @Override
        public String source() {
            return this.row.spec().source() + ", over all links";
        }
    }

    /** The greatest value of a row among the links that are up. */
    record Worst(Metric row) implements LinkProbe {

        @Override
        public String window() {
            return this.row.spec().window();
        }

        @Override
        public String source() {
            return this.row.spec().source() + ", of the worst link";
        }
    }

    /**
     * A figure of all C2C links, from a field of each. The links are not subjects of their own, and a round requests
     * their fields separately, since it reads their number first.
     */
    record OverC2c(Field field, Summary summary) implements LinkProbe {

        /** How the figures of the links become one. */
        public enum Summary {
            SUM("over all C2C links"),
            SUM_OF_ACTIVE("over all active C2C links"),
            GREATEST_OF_ACTIVE("the greatest of all active C2C links");

            private final String phrase;

            Summary(String phrase) {
                this.phrase = phrase;
            }

            /** Returns whether inactive links have no figure. */
            public boolean isOfActiveLinks() {
                return this != SUM;
            }
        }

        @Override
        public String source() {
            return this.field.source() + ", " + this.summary.phrase;
        }
    }

    /** The bandwidth of a PCIe link. */
    record PcieBandwidth(Metric generation, Metric lanes) implements LinkProbe {

        @Override
        public String source() {
            return this.generation.spec().source() + " x " + this.lanes.spec().source();
        }
    }

    /** A ratio with its decimal exponent in the lowest 8 bits of a field and its mantissa in the next 4. */
    record BitErrorRatio(Field word) implements LinkProbe {

        @Override
        public String source() {
            return this.word.source() + ", decoded";
        }

        @Override
        public List<Field> fields() {
            return this.word.fields();
        }

        @Override
        public Probe ofLink(int link) {
            return new BitErrorRatio(this.word.ofLink(link));
        }
    }

    /** A share of the gains of counters. The counters of the whole may be among those of the part. */
    record GainRatio(List<Field> part, List<Field> whole) implements LinkProbe {

        public GainRatio {
            part = List.copyOf(part);
            whole = List.copyOf(whole);
        }

        /** Returns all its counters, each once. */
        @Override
        public List<Field> fields() {
            return Stream.concat(this.part.stream(), this.whole.stream())
                    .distinct()
                    .toList();
        }

        @Override
        public String source() {
            return span(this.part) + " gained, of " + span(this.whole);
        }

        /** Returns the first and the last of consecutive fields. */
        private static String span(List<Field> counters) {
            String first = counters.get(0).source();
            return counters.size() == 1
                    ? first
                    : first + " to " + counters.get(counters.size() - 1).source();
        }

        @Override
        public Probe ofLink(int link) {
            UnaryOperator<Field> ofLink = (field) -> field.ofLink(link);
            return new GainRatio(
                    this.part.stream().map(ofLink).toList(),
                    this.whole.stream().map(ofLink).toList());
        }
    }
}
