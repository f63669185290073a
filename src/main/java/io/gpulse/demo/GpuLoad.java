package io.gpulse.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/** The load of a GPU over time: the loads of its runs, and of the times between them. */
final class GpuLoad {

    private final double[] starts;
    private final List<SimulatedLoad> loads;
    private final Signal activity;
    private final Signal watts;
    private final Signal gibibytes;
    private final Signal megahertz;
    private final Signal warmth;
    private final Signal capped;
    private final Signal linkBytes;

    /** @param starts of the loads, in seconds since {@link BoardState#LOADED}; the first load also holds before */
    GpuLoad(double[] starts, List<SimulatedLoad> loads) {
        this.starts = starts.clone();
        this.loads = List.copyOf(loads);
        this.activity = signal(SimulatedLoad::activity);
        this.watts = signal(SimulatedLoad::watts);
        this.gibibytes = signal(SimulatedLoad::gibibytes);
        this.megahertz = signal(SimulatedLoad::megahertz);
        this.warmth = signal((load) -> Signal.steady(load.warmth()));
        this.capped = signal((load) -> Signal.steady(load.isCapped() ? 1 : 0));
        this.linkBytes =
                signal((load) -> load.activity().times(load.profile().traffic().links()));
    }

    /** Returns a load that never changes. */
    static GpuLoad always(SimulatedLoad load) {
        return new GpuLoad(new double[] {0}, List.of(load));
    }

    private Signal signal(Function<SimulatedLoad, Signal> part) {
        return new Pieces(this.starts, this.loads.stream().map(part).toArray(Signal[]::new));
    }

    SimulatedLoad at(double seconds) {
        return this.loads.get(Pieces.place(this.starts, seconds));
    }

    /** Returns the share of the time during which a kernel runs, from 0 to 1. */
    Signal activity() {
        return this.activity;
    }

    Signal watts() {
        return this.watts;
    }

    Signal gibibytes() {
        return this.gibibytes;
    }

    Signal megahertz() {
        return this.megahertz;
    }

    /** Returns °C of the die at a power draw of zero. */
    Signal warmth() {
        return this.warmth;
    }

    /** Returns 1 while the power cap holds the clocks back, else 0. */
    Signal capped() {
        return this.capped;
    }

    /** Returns bytes per second over all links together, in each direction. */
    Signal linkBytes() {
        return this.linkBytes;
    }

    /**
     * Returns the parts of a time in which the load was one.
     *
     * @param window length of the time, in seconds
     */
    List<Share> shares(double until, double window) {
        int last = Pieces.place(this.starts, until);
        int first = Pieces.place(this.starts, until - window);
        if (first == last) {
            SimulatedLoad load = this.loads.get(last);
            return List.of(new Share(load.profile(), 1, active(load, until, window)));
        }
        List<Share> shares = new ArrayList<>();
        for (int piece = first; piece <= last; piece++) {
            double from = piece == first ? until - window : this.starts[piece];
            double to = piece == last ? until : this.starts[piece + 1];
            if (to > from) {
                SimulatedLoad load = this.loads.get(piece);
                shares.add(new Share(load.profile(), (to - from) / window, active(load, to, to - from)));
            }
        }
        return shares;
    }

    private static double active(SimulatedLoad load, double until, double window) {
        return window <= 0 ? 0 : Math.min(1, Math.max(0, load.activity().mean(until, window)));
    }

    /**
     * A part of a time.
     *
     * @param length share of the time
     * @param active share of this part in which the load was active
     */
    record Share(ActivityProfile profile, double length, double active) {

        /** Returns the mean of a figure over all parts. */
        static double mean(List<Share> shares, ToDoubleBiFunction<ActivityProfile, Double> figure) {
            double sum = 0;
            for (Share share : shares) {
                sum += share.length * figure.applyAsDouble(share.profile, share.active);
            }
            return sum;
        }
    }

    /** A signal that consists of others, one after another. */
    private static final class Pieces implements Signal {

        private final double[] starts;
        private final Signal[] signals;
        /** The area at the start of each signal, without its own there. */
        private final double[] offsets;

        Pieces(double[] starts, Signal[] signals) {
            this.starts = starts;
            this.signals = signals;
            this.offsets = new double[starts.length];
            for (int i = 1; i < starts.length; i++) {
                double area = this.offsets[i - 1] + signals[i - 1].area(starts[i]);
                this.offsets[i] = area - signals[i].area(starts[i]);
            }
        }

        static int place(double[] starts, double seconds) {
            int found = Arrays.binarySearch(starts, seconds);
            return Math.max(0, found < 0 ? -found - 2 : found);
        }

        @Override
        public double at(double seconds) {
            return this.signals[place(this.starts, seconds)].at(seconds);
        }

        @Override
        public double area(double seconds) {
            int piece = place(this.starts, seconds);
            return this.offsets[piece] + this.signals[piece].area(seconds);
        }
    }
}
