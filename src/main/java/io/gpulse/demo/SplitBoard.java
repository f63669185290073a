package io.gpulse.demo;

import io.gpulse.device.MigSample;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The simulated board that is split into three MIG instances: a training, an inference, and a forgotten notebook. */
final class SplitBoard {

    private static final long IN_ALL = 7;
    private static final long FIRST_HANDLE = 1000;

    private static final Signal TRAINING = Training.activity();
    private static final Signal SERVING = Inference.first();

    private static final Job TRAINED =
            new Job("/opt/conda/bin/python", "train.py --model resnet152", "train.py", "mchen", 0);
    private static final Job SERVED =
            new Job("/opt/tritonserver/bin/tritonserver", "--model-repository=/models", "tritonserver", "serving", 0);
    private static final Job FORGOTTEN =
            new Job("/home/jlopez/.venv/bin/python3", "-m ipykernel_launcher", "ipykernel", "jlopez", 0);

    static final List<Instance> INSTANCES = List.of(
            new Instance(
                    0,
                    2,
                    new Profile("3g.40gb", 3, 60, 40_448, 24_739),
                    load(TRAINING, 33.4, ActivityProfile.TRAINING),
                    TRAINED),
            new Instance(
                    1,
                    3,
                    new Profile("2g.20gb", 2, 32, 20_096, 12_369),
                    load(SERVING, 16.2, ActivityProfile.INFERENCE),
                    SERVED),
            new Instance(
                    2,
                    9,
                    new Profile("1g.10gb", 1, 16, 9_984, 6_184),
                    load(Signal.steady(0), 7.3, ActivityProfile.NOTHING),
                    FORGOTTEN));

    /** The board as a whole: its memory, power and temperature are of all instances together. */
    static final GpuLoad LOAD = GpuLoad.always(new SimulatedLoad(
            together(),
            together().times(480).plus(Signal.sine(0.6, 0.9)).plus(128),
            Signal.steady(33.4 + 16.2 + 7.3),
            Signal.steady(Board.SM_MEGAHERTZ),
            false,
            44,
            ActivityProfile.NOTHING));

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
     */
    record Instance(int slot, int gpuInstance, Profile profile, GpuLoad load, Job job) {

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
            return new BoardState(whole.day(), whole.board(), this.load, whole.instant(), whole.seconds());
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

    static List<Job> jobs() {
        return INSTANCES.stream().map(Instance::job).toList();
    }

    private static GpuLoad load(Signal activity, double gibibytes, ActivityProfile profile) {
        return GpuLoad.always(new SimulatedLoad(
                activity,
                Signal.steady(0),
                Signal.steady(gibibytes),
                Signal.steady(Board.SM_MEGAHERTZ),
                false,
                0,
                profile));
    }

    private static Signal together() {
        return TRAINING.times(3.0 / IN_ALL).plus(SERVING.times(2.0 / IN_ALL));
    }
}
