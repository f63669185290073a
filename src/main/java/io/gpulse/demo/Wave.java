package io.gpulse.demo;

/**
 * A quantity over time that can say its value at a moment and the exact area below it. The area is what makes energy
 * the integral of power, and a mean over the driver's window a mean, without anything remembered between two questions.
 */
interface Wave {

    double at(double seconds);

    /** The area below the wave up to a moment, counted from a start of its own: only differences mean something. */
    double area(double seconds);

    /** The mean of the window that ends at a moment. */
    default double mean(double until, double window) {
        return (area(until) - area(until - window)) / window;
    }

    /** The same always. */
    static Wave steady(double level) {
        return new Steady(level);
    }

    /** Swings around 0. */
    static Wave sine(double amplitude, double period) {
        return new Sine(amplitude, 2 * Math.PI / period);
    }

    default Wave plus(Wave other) {
        return new Sum(this, other);
    }

    default Wave plus(double level) {
        return plus(steady(level));
    }

    default Wave times(double factor) {
        return new Scaled(this, factor);
    }

    /** The same, so many seconds later. */
    default Wave later(double seconds) {
        return new Delayed(this, seconds);
    }

    record Steady(double level) implements Wave {

        @Override
        public double at(double seconds) {
            return this.level;
        }

        @Override
        public double area(double seconds) {
            return this.level * seconds;
        }
    }

    record Sine(double amplitude, double angularSpeed) implements Wave {

        @Override
        public double at(double seconds) {
            return this.amplitude * Math.sin(this.angularSpeed * seconds);
        }

        @Override
        public double area(double seconds) {
            return -this.amplitude / this.angularSpeed * Math.cos(this.angularSpeed * seconds);
        }
    }

    record Sum(Wave one, Wave other) implements Wave {

        @Override
        public double at(double seconds) {
            return this.one.at(seconds) + this.other.at(seconds);
        }

        @Override
        public double area(double seconds) {
            return this.one.area(seconds) + this.other.area(seconds);
        }
    }

    record Scaled(Wave wave, double factor) implements Wave {

        @Override
        public double at(double seconds) {
            return this.wave.at(seconds) * this.factor;
        }

        @Override
        public double area(double seconds) {
            return this.wave.area(seconds) * this.factor;
        }
    }

    record Delayed(Wave wave, double delay) implements Wave {

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
