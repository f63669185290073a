package io.gpulse.insight.rule;

/**
 * A number that a rule compares with, under the name by which it is configured.
 *
 * @param usual what it is unless configured otherwise
 * @param help what it is for, in a few words
 */
public record Threshold(String name, Measure measure, double usual, double least, double most, String help) {

    /**
     * What is configured.
     *
     * @param property its full name
     * @throws IllegalArgumentException naming property, value and what is allowed
     */
    public double parse(String property, String written) {
        double value;
        try {
            value = this.measure.parse(written);
        } catch (IllegalArgumentException none) {
            throw refused(property, written);
        }
        if (value < this.least || value > this.most) {
            throw refused(property, written);
        }
        return value;
    }

    private IllegalArgumentException refused(String property, String written) {
        return new IllegalArgumentException(property + " is " + this.measure.what() + " from "
                + this.measure.print(this.least) + " to " + this.measure.print(this.most) + ", not " + written);
    }

    /** What is allowed, as documents have it. */
    public String range() {
        return this.measure.print(this.least) + " … " + this.measure.print(this.most);
    }
}
