package io.gpulse.metric;

import java.util.Optional;
import java.util.OptionalDouble;

/** What came of asking for a metric: something known, or an honest reason why not. Never a made-up zero. */
public sealed interface Reading permits Reading.Present, Reading.Absent {

    /** The number, where there is one. */
    OptionalDouble number();

    /** The number, or another where there is none; for what is done so often that wrapping it would cost. */
    double numberOr(double otherwise);

    /** The word, where there is one. */
    Optional<String> word();

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

    /** Nothing known, and why. */
    record Absent(Reason reason) implements Reading {

        private static final Absent[] OF =
                java.util.Arrays.stream(Reason.values()).map(Absent::new).toArray(Absent[]::new);

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
