package io.gpulse.insight.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * The parts of the machine that gpulse can observe.
 *
 * @param gpus whether gpulse samples GPUs
 * @param processes whether the processes of all users are listed
 * @param windows whether this is Linux on Windows (WSL)
 * @param battery whether the machine runs on battery now
 */
public record ObservationScope(boolean gpus, boolean processes, boolean windows, BooleanSupplier battery) {

    /** @param root of the file system */
    public static boolean isWindows(Path root) {
        if (Files.exists(root.resolve("dev/dxg"))) {
            return true;
        }
        try {
            String kernel = Files.readString(root.resolve("proc/sys/kernel/osrelease"));
            return kernel.toLowerCase(Locale.ROOT).contains("microsoft");
        } catch (IOException unknown) {
            return false;
        }
    }
}
