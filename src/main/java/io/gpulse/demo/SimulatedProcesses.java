package io.gpulse.demo;

import io.gpulse.nvml.record.ListSlots;
import io.gpulse.nvml.record.ProcessInfoRecord;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.util.List;

/** Simulates the driver's lists of processes. */
final class SimulatedProcesses {

    private SimulatedProcesses() {}

    static void compute(BoardState gpu, SimulatedCall out) {
        List<Job.Running> jobs = gpu.processes();
        if (!fits(jobs.size(), out)) {
            return;
        }
        long others =
                jobs.stream().mapToLong((running) -> running.job().mebibytes()).sum() * Board.MEBIBYTE;
        for (int place = 0; place < jobs.size(); place++) {
            Job.Running running = jobs.get(place);
            long own = running.job().mebibytes() * Board.MEBIBYTE;
            new ProcessInfoRecord(out.memory(), out.offset(ListSlots.ENTRIES) + place * ProcessInfoRecord.BYTES)
                    .answer(running.pid(), own == 0 ? gpu.memoryUsed() - others : own);
        }
    }

    /** Lists the processes of all instances of a split GPU. */
    static void inInstances(BoardState gpu, SimulatedCall out) {
        list(SplitBoard.INSTANCES, gpu, out);
    }

    /** Lists the processes in an instance. */
    static void ofInstance(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out) {
        list(List.of(instance), gpu, out);
    }

    static void noneInInstance(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out) {
        fits(0, out);
    }

    private static void list(List<SplitBoard.Instance> instances, BoardState gpu, SimulatedCall out) {
        List<SplitBoard.Instance> used = instances.stream()
                .filter((instance) -> !gpu.processesIn(instance).isEmpty())
                .toList();
        if (!fits(used.size(), out)) {
            return;
        }
        for (int place = 0; place < used.size(); place++) {
            SplitBoard.Instance instance = used.get(place);
            new ProcessInfoRecord(out.memory(), out.offset(ListSlots.ENTRIES) + place * ProcessInfoRecord.BYTES)
                    .answer(
                            gpu.processesIn(instance).get(0).pid(),
                            SplitGetters.memoryOfProcess(instance, gpu),
                            instance.gpuInstance(),
                            SplitBoard.Instance.COMPUTE_INSTANCE);
        }
    }

    /** Returns no graphics processes and no MPS processes. */
    static void none(BoardState gpu, SimulatedCall out) {
        fits(0, out);
    }

    /** Sets the utilization of the first process, which does all the work; idle processes have no record. */
    static void utilization(BoardState gpu, SimulatedCall out) {
        List<Job.Running> jobs = gpu.processes();
        boolean works = gpu.utilization() > 0 && !jobs.isEmpty();
        if (!works || gpu.sampledMicros() <= out.number(ListSlots.LAST_SEEN)) {
            out.refuse(SimulatedCall.NOT_FOUND);
            return;
        }
        if (fits(1, out)) {
            new ProcessUtilizationRecord(out.memory(), out.offset(ListSlots.ENTRIES))
                    .answer(jobs.get(0).pid(), gpu.sampledMicros(), (int) gpu.utilization(), (int)
                            gpu.memoryUtilization());
        }
    }

    private static boolean fits(int entries, SimulatedCall out) {
        long room = out.number(ListSlots.COUNT);
        out.with(ListSlots.COUNT, entries);
        if (room < entries) {
            out.refuse(SimulatedCall.INSUFFICIENT_SIZE);
        }
        return room >= entries;
    }
}
