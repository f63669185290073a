package io.gpulse.demo;

/**
 * A training job's beat: it climbs from 0 to 1 while a batch starts, works, falls off, and waits at 0 for the next batch.
 *
 * @param period seconds from one batch to the next
 * @param climbed the share of the period by which it works fully
 * @param falling the share of the period at which it falls off
 * @param fallen the share of the period from which it waits
 */
record Steps(double period, double climbed, double falling, double fallen) implements Wave {

    @Override
    public double at(double seconds) {
        double phase = phase(seconds);
        if (phase < this.climbed) {
            return phase / this.climbed;
        }
        if (phase < this.falling) {
            return 1;
        }
        return phase < this.fallen ? (this.fallen - phase) / (this.fallen - this.falling) : 0;
    }

    @Override
    public double area(double seconds) {
        double whole = Math.floor(seconds / this.period);
        return this.period * (whole * areaUpTo(1) + areaUpTo(phase(seconds)));
    }

    private double areaUpTo(double phase) {
        double climb = Math.min(phase, this.climbed);
        double work = Math.max(0, Math.min(phase, this.falling) - this.climbed);
        double fall = Math.max(0, Math.min(phase, this.fallen) - this.falling);
        return climb * climb / this.climbed / 2 + work + fall - fall * fall / (this.fallen - this.falling) / 2;
    }

    private double phase(double seconds) {
        double periods = seconds / this.period;
        return periods - Math.floor(periods);
    }
}
