package io.gpulse.doctor.comparison;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;

/**
 * A printed value of one program with the values that the other program printed just before and after it.
 *
 * @param value as printed, without its unit
 * @param bounds the other program's values, at least one
 */
public record BracketedValue(String value, List<String> bounds) {

    public BracketedValue {
        bounds = List.copyOf(bounds);
    }

    /** Returns whether the value equals one of its bounds as text. */
    public boolean isEqual() {
        return this.bounds.contains(this.value);
    }

    /**
     * Returns whether all are numbers and the value is between the bounds, which are widened by a tolerance.
     *
     * @param tolerance computed from the least and the greatest bound
     */
    public boolean isWithin(DoubleBinaryOperator tolerance) {
        OptionalDouble number = number(this.value);
        List<OptionalDouble> known =
                this.bounds.stream().map(BracketedValue::number).toList();
        if (number.isEmpty() || known.stream().anyMatch(OptionalDouble::isEmpty)) {
            return false;
        }
        double least = numbers(known).min().orElseThrow();
        double greatest = numbers(known).max().orElseThrow();
        double margin = tolerance.applyAsDouble(least, greatest);
        return number.getAsDouble() >= least - margin && number.getAsDouble() <= greatest + margin;
    }

    private static DoubleStream numbers(List<OptionalDouble> known) {
        return known.stream().mapToDouble(OptionalDouble::orElseThrow);
    }

    private static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException word) {
            return OptionalDouble.empty();
        }
    }
}
