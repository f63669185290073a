package io.gpulse.jvm;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the fatal errors that would end the process. */
public final class FatalErrorsOfTest {

    private FatalErrorsOfTest() {}

    /** Returns those that were met while this ran. */
    public static List<VirtualMachineError> metBy(Runnable work) {
        List<VirtualMachineError> met = new CopyOnWriteArrayList<>();
        FatalErrors.install(met::add);
        try {
            work.run();
            return met;
        } finally {
            FatalErrors.uninstall();
        }
    }
}
