package io.gpulse.demo;

import java.util.function.DoubleUnaryOperator;

/**
 * A quantity over time with its exact integral. The integral makes energy the integral of power, and a mean over the
 * driver's window a mean, without state between two calls.
 */
interface Signal {

    double at(double seconds);

    /** Returns the integral up to an instant, from an arbitrary start: only differences have a meaning. */
    double area(double seconds);

    /** Returns the mean of the window that ends at an instant. */
    default double mean(double until, double window) {
        return (area(until) - area(until - window)) / window;
    }

    /** Returns a constant signal. */
    static Signal steady(double level) {
        return new Formula((seconds) -> level, (seconds) -> level * seconds);
    }

    /** Swings around 0. */
    static Signal sine(double amplitude, double period) {
        double speed = 2 * Math.PI / period;
        return new Formula(
                (seconds) -> amplitude * Math.sin(speed * seconds),
                (seconds) -> -amplitude / speed * Math.cos(speed * seconds));
    }

    default Signal plus(Signal other) {
        return new Formula(
                (seconds) -> at(seconds) + other.at(seconds), (seconds) -> area(seconds) + other.area(seconds));
    }

    default Signal plus(double level) {
        return plus(steady(level));
    }

    default Signal times(double factor) {
        return new Formula((seconds) -> at(seconds) * factor, (seconds) -> area(seconds) * factor);
    }

    /** Returns the signal delayed by a number of seconds. */
    default Signal later(double delay) {
        return new Formula((seconds) -> at(seconds - delay), (seconds) -> area(seconds - delay));
    }

    /** A signal and its integral as functions of the seconds. */
    record Formula(DoubleUnaryOperator level, DoubleUnaryOperator integral) implements Signal {

        @Override
        public double at(double seconds) {
            return this.level.applyAsDouble(seconds);
        }

        @Override
        public double area(double seconds) {
            return this.integral.applyAsDouble(seconds);
        }
    }
}
