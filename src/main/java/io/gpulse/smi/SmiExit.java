package io.gpulse.smi;

import io.gpulse.device.Diagnosis.Step;
import io.gpulse.setup.SetupSteps;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The meanings of nvidia-smi's exit codes. */
final class SmiExit {

    /** An InfoROM is corrupted, and the answer is there all the same. */
    static final int WITH_WARNING = 14;

    private static final int LONGEST_QUOTE = 160;

    /** A process that a signal ends has a code beyond this. */
    private static final int SIGNALS = 128;

    private static final int MOST_SIGNALS = 64;

    private static final Map<Integer, String> MEANINGS = Map.ofEntries(
            Map.entry(0, "it stopped by itself"),
            Map.entry(2, "it does not accept the question"),
            Map.entry(3, "the query is not available here"),
            Map.entry(4, "this user has no permission"),
            Map.entry(6, "it finds no GPU"),
            Map.entry(8, "a power cable is not attached"),
            Map.entry(9, "the NVIDIA driver is not loaded"),
            Map.entry(10, "the kernel found an interrupt issue with a GPU"),
            Map.entry(12, "it does not find the NVML library"),
            Map.entry(13, "its NVML library lacks a function"),
            Map.entry(WITH_WARNING, "an InfoROM is corrupted"),
            Map.entry(15, "a GPU is no longer accessible"),
            Map.entry(18, "the driver and its library have different versions"),
            Map.entry(126, "it cannot be executed"),
            Map.entry(127, "it lacks a library"));

    private static final Pattern UNREACHABLE = Pattern.compile(
            "(?i)unable to determine the device handle for gpu.*?([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-9a-f]).*");

    private SmiExit() {}

    static SmiRefusedException refusal(Child.Result result) {
        return new SmiRefusedException(sentence(result), result);
    }

    /** Returns the steps towards an answer, which are those of the same failure of the driver's library. */
    static List<Step> steps(Child.@Nullable Result result) {
        if (result != null && !unreachable(result).isEmpty()) {
            return SetupSteps.OF_LOST_GPU;
        }
        return switch (result == null ? 0 : result.code()) {
            case 4 -> SetupSteps.OF_MISSING_PERMISSION;
            case 6 -> SetupSteps.OF_MISSING_GPUS;
            case 9 -> SetupSteps.OF_SILENT_DRIVER;
            case 12 -> SetupSteps.OF_MISSING_LIBRARY;
            case 15, 255 -> SetupSteps.OF_LOST_GPU;
            case 18 -> SetupSteps.OF_UPGRADED_DRIVER;
            default -> List.of(new Step("Run nvidia-smi as the user of gpulse.", SmiOrigin.PROGRAM));
        };
    }

    /** Returns the lines about GPUs that nvidia-smi does not reach, by their bus ids. */
    static Map<String, String> unreachable(Child.Result result) {
        return UNREACHABLE
                .matcher(result.text() + "\n" + result.errors())
                .results()
                .collect(Collectors.toMap(
                        (line) -> GpuElement.busId(line.group(1)),
                        (line) -> quoted(line.group()),
                        (one, again) -> one));
    }

    static String sentence(Child.Result result) {
        if (result.code() > SIGNALS && result.code() <= SIGNALS + MOST_SIGNALS) {
            return "It crashed (signal " + (result.code() - SIGNALS) + "); it printed " + quoted(result) + ".";
        }
        String meaning = MEANINGS.getOrDefault(result.code(), "it failed");
        return "It ended with code " + result.code() + ": " + meaning + "; it printed " + quoted(result) + ".";
    }

    /** Returns the first line of its output or error output, quoted. */
    static String quoted(Child.Result result) {
        return quoted(result.text() + "\n" + result.errors());
    }

    /** Returns the first line of a text that is not blank, quoted. */
    static String quoted(String text) {
        String first = text.lines()
                .map((line) -> line.replaceAll("\\p{Cntrl}", " ").strip())
                .filter((line) -> !line.isEmpty())
                .findFirst()
                .orElse("");
        if (first.isEmpty()) {
            return "nothing";
        }
        return "\"" + (first.length() > LONGEST_QUOTE ? first.substring(0, LONGEST_QUOTE) + "..." : first) + "\"";
    }
}
