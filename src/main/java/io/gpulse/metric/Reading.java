package io.gpulse.metric;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result of reading a metric: a value, or the reason why there is none. Never 0 for unknown. */
public sealed interface Reading permits Reading.Present, Reading.Absent {

    /** Returns the number, if there is one. */
    default OptionalDouble number() {
        return OptionalDouble.empty();
    }

    /** Returns the number, or another one if there is none; without the allocation of {@link #number()}. */
    default double numberOr(double otherwise) {
        return otherwise;
    }

    /** Returns the text, if there is one. */
    default Optional<String> word() {
        return Optional.empty();
    }

    /** Returns the reading of the converted number; this one where there is no number. */
    default Reading convert(DoubleFunction<Reading> conversion) {
        OptionalDouble number = number();
        return number.isPresent() ? conversion.apply(number.getAsDouble()) : this;
    }

    /**
     * Returns the absence of a value outside of the row's physical range.
     *
     * @param raw the value that the driver reported, with its unit where it is not the driver's
     */
    static Reading implausible(String raw) {
        return new Absent(Reason.IMPLAUSIBLE, raw);
    }

    static Reading absent(Reason reason) {
        return Absent.OF[reason.ordinal()];
    }

    /** A known value. */
    sealed interface Present extends Reading permits Quantity, State, Text {}

    /** A number in the metric's unit. */
    record Quantity(double value) implements Present {

        /** The small whole numbers, of which every round has hundreds: links, states of counters, shares. */
        private static final Quantity[] SMALL =
                IntStream.rangeClosed(0, 100).mapToObj(Quantity::new).toArray(Quantity[]::new);

        public Quantity {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("A quantity is a finite number, not " + value);
            }
        }

        /** Returns a quantity; the same object for each small whole number, since rounds are kept in memory. */
        public static Quantity of(double value) {
            int whole = (int) value;
            return whole >= 0 && whole < SMALL.length && Double.compare(whole, value) == 0
                    ? SMALL[whole]
                    : new Quantity(value);
        }

        @Override
        public OptionalDouble number() {
            return OptionalDouble.of(this.value);
        }

        @Override
        public double numberOr(double otherwise) {
            return this.value;
        }
    }

    /** A code and its label; the code of a mask is its 64 bits. */
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

    /** A text without control characters. */
    record Text(String text) implements Present {

        public Text {
            text = PrintableText.of(text);
        }

        @Override
        public Optional<String> word() {
            return Optional.of(this.text);
        }
    }

    /**
     * An absence with its reason. Two absences with the same reason are equal.
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
    }
}
