package io.gpulse.insight.rule;

/**
 * A number that a rule compares with, under the name of its property.
 *
 * @param usual the default
 * @param help its meaning in a few words
 */
public record Threshold(String name, Measure measure, double usual, double least, double most, String help) {

    Threshold(String name, Measure measure, String usual, double least, double most, String help) {
        this(name, measure, measure.parse(usual), least, most, help);
    }

    /**
     * Parses a configured value.
     *
     * @param property its full name
     * @throws IllegalArgumentException with the property, the value and the allowed range
     */
    public double parse(String property, String written) {
        double value = this.measure.parse(written);
        if (value >= this.least && value <= this.most) {
            return value;
        }
        throw new IllegalArgumentException(property + " is " + this.measure.what() + " from "
                + this.measure.print(this.least) + " to " + this.measure.print(this.most) + ", not " + written);
    }
}
