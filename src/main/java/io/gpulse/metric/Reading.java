package io.gpulse.metric;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What came of asking for a metric: something known, or an honest reason why not. Never a made-up zero. */
public sealed interface Reading permits Reading.Present, Reading.Absent {

    /** The number, where there is one. */
    OptionalDouble number();

    /** The number, or another where there is none; for what is done so often that wrapping it would cost. */
    double numberOr(double otherwise);

    /** The word, where there is one. */
    Optional<String> word();

    /**
     * A value outside of the row's physical range.
     *
     * @param raw what the driver reported, with its unit where it is not the driver's own
     */
    static Reading implausible(String raw) {
        return new Absent(Reason.IMPLAUSIBLE, raw);
    }

    static Reading absent(Reason reason) {
        return Absent.OF[reason.ordinal()];
    }

    /** Something known. */
    sealed interface Present extends Reading permits Quantity, State, Text {}

    /** A number in the metric's unit. */
    record Quantity(double value) implements Present {

        public Quantity {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("A quantity is a finite number, not " + value);
            }
        }

        @Override
        public OptionalDouble number() {
            return OptionalDouble.of(this.value);
        }

        @Override
        public double numberOr(double otherwise) {
            return this.value;
        }

        @Override
        public Optional<String> word() {
            return Optional.empty();
        }
    }

    /** A code and the word that it stands for; the code of a mask is its 64 bits. */
    record State(long code, String meaning) implements Present {

        @Override
        public OptionalDouble number() {
            return OptionalDouble.of(numberOr(0));
        }

        @Override
        public double numberOr(double otherwise) {
            return UnitConversion.unsigned(this.code);
        }

        @Override
        public Optional<String> word() {
            return Optional.of(this.meaning);
        }
    }

    /** A word, without characters that could steer a terminal. */
    record Text(String text) implements Present {

        public Text {
            text = PrintableText.of(text);
        }

        @Override
        public OptionalDouble number() {
            return OptionalDouble.empty();
        }

        @Override
        public double numberOr(double otherwise) {
            return otherwise;
        }

        @Override
        public Optional<String> word() {
            return Optional.of(this.text);
        }
    }

    /**
     * Nothing known, and why. Two absences with the same reason are equal.
     *
     * @param raw the value that was left out; null where there is none, or where another row has reported it
     */
    record Absent(Reason reason, @Nullable String raw) implements Reading {

        private static final Absent[] OF = Arrays.stream(Reason.values())
                .map((reason) -> new Absent(reason, null))
                .toArray(Absent[]::new);

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Absent theirs && this.reason == theirs.reason;
        }

        @Override
        public int hashCode() {
            return this.reason.hashCode();
        }

        @Override
        public OptionalDouble number() {
            return OptionalDouble.empty();
        }

        @Override
        public double numberOr(double otherwise) {
            return otherwise;
        }

        @Override
        public Optional<String> word() {
            return Optional.empty();
        }
    }
}
