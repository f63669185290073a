package io.gpulse.demo;

import io.gpulse.device.MigSample;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The simulated board that is split into three MIG instances: a training, an inference, and a forgotten notebook. */
final class SplitBoard {

    private static final double IN_ALL = 7;
    private static final long FIRST_HANDLE = 1000;

    static final List<Instance> INSTANCES = List.of(
            new Instance(0, 2, new Profile("3g.40gb", 3, 60, 40_448, 24_739), 33.4 / 71),
            new Instance(1, 3, new Profile("2g.20gb", 2, 32, 20_096, 12_369), 16.2 / 73.5),
            new Instance(2, 9, new Profile("1g.10gb", 1, 16, 9_984, 6_184), 7.3 / 74));

    /**
     * The size of an instance.
     *
     * @param slices of the seven of the GPU; an instance has as many copy engines, decoders and JPEG engines
     * @param mebibytes of device memory
     * @param bar1 its window of BAR1, in MiB
     */
    record Profile(String name, int slices, int multiprocessors, long mebibytes, long bar1) {}

    /**
     * A MIG instance; each has a GPU instance of its own.
     *
     * @param slot its index in the driver's enumeration
     * @param share what its programs hold, as a share of what they would hold on a whole GPU
     */
    record Instance(int slot, int gpuInstance, Profile profile, double share) {

        static final int COMPUTE_INSTANCE = 0;

        long handle() {
            return FIRST_HANDLE + this.slot;
        }

        MigSample.Place place() {
            return new MigSample.Place(this.gpuInstance, COMPUTE_INSTANCE);
        }

        String name() {
            return Board.NAME + " MIG " + this.profile.name();
        }

        String uuid() {
            return String.format(Locale.ROOT, "MIG-de300000-0000-5000-8000-%012x", this.gpuInstance);
        }

        /** Returns its state, of which the memory and the activity count. */
        BoardState state(BoardState whole) {
            GpuLoad load = whole.day().load(this, whole.seconds());
            return new BoardState(whole.day(), whole.board(), load, whole.instant(), whole.seconds());
        }

        /** Returns a load of a whole GPU with less memory. */
        SimulatedLoad smaller(SimulatedLoad load) {
            return load.holding(load.gibibytes().times(this.share));
        }

        long memory() {
            return this.profile.mebibytes() * Board.MEBIBYTE;
        }
    }

    private SplitBoard() {}

    static Optional<Instance> instanceIn(int slot) {
        return INSTANCES.stream().filter((instance) -> instance.slot() == slot).findFirst();
    }

    static Optional<Instance> instanceOf(int gpuInstance) {
        return INSTANCES.stream()
                .filter((instance) -> instance.gpuInstance() == gpuInstance)
                .findFirst();
    }

    static Optional<Instance> instanceBehind(long handle) {
        return INSTANCES.stream()
                .filter((instance) -> instance.handle() == handle)
                .findFirst();
    }

    /** Returns the load of the whole board: its memory, power and temperature are of all instances together. */
    static GpuLoad together(List<GpuLoad> loads) {
        Signal activity = Signal.steady(0);
        Signal gibibytes = Signal.steady(0);
        for (Instance instance : INSTANCES) {
            GpuLoad load = loads.get(instance.slot());
            activity = activity.plus(load.activity().times(instance.profile().slices() / IN_ALL));
            gibibytes = gibibytes.plus(load.gibibytes());
        }
        return GpuLoad.always(new SimulatedLoad(
                activity,
                activity.times(480).plus(Signal.sine(0.6, 0.9)).plus(128),
                gibibytes,
                Signal.steady(Board.SM_MEGAHERTZ),
                false,
                44,
                ActivityProfile.NOTHING));
    }
}
