package io.gpulse.demo;

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
        return new Steady(level);
    }

    /** Swings around 0. */
    static Signal sine(double amplitude, double period) {
        return new Sine(amplitude, 2 * Math.PI / period);
    }

    default Signal plus(Signal other) {
        return new Sum(this, other);
    }

    default Signal plus(double level) {
        return plus(steady(level));
    }

    default Signal times(double factor) {
        return new Scaled(this, factor);
    }

    /** Returns the signal delayed by a number of seconds. */
    default Signal later(double seconds) {
        return new Delayed(this, seconds);
    }

    record Steady(double level) implements Signal {

        @Override
        public double at(double seconds) {
            return this.level;
        }

        @Override
        public double area(double seconds) {
            return this.level * seconds;
        }
    }

    record Sine(double amplitude, double angularSpeed) implements Signal {

        @Override
        public double at(double seconds) {
            return this.amplitude * Math.sin(this.angularSpeed * seconds);
        }

        @Override
        public double area(double seconds) {
            return -this.amplitude / this.angularSpeed * Math.cos(this.angularSpeed * seconds);
        }
    }

    record Sum(Signal one, Signal other) implements Signal {

        @Override
        public double at(double seconds) {
            return this.one.at(seconds) + this.other.at(seconds);
        }

        @Override
        public double area(double seconds) {
            return this.one.area(seconds) + this.other.area(seconds);
        }
    }

    record Scaled(Signal wave, double factor) implements Signal {

        @Override
        public double at(double seconds) {
            return this.wave.at(seconds) * this.factor;
        }

        @Override
        public double area(double seconds) {
            return this.wave.area(seconds) * this.factor;
        }
    }

    record Delayed(Signal wave, double delay) implements Signal {

        @Override
        public double at(double seconds) {
            return this.wave.at(seconds - this.delay);
        }

        @Override
        public double area(double seconds) {
            return this.wave.area(seconds - this.delay);
        }
    }
}
