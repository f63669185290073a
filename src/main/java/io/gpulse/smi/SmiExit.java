package io.gpulse.smi;

import java.util.Map;

/** What the codes mean that nvidia-smi ends with. */
final class SmiExit {

    /** An InfoROM is corrupted, and the answer is there all the same. */
    static final int WITH_WARNING = 14;

    private static final int LONGEST_QUOTE = 160;

    /** A process that a signal ends has a code beyond this. */
    private static final int SIGNALS = 128;

    private static final int MOST_SIGNALS = 64;

    private static final Map<Integer, String> MEANINGS = Map.ofEntries(
            Map.entry(2, "it does not accept the question"),
            Map.entry(3, "what was asked is not available here"),
            Map.entry(4, "this user has no permission"),
            Map.entry(6, "it finds no GPU"),
            Map.entry(8, "a power cable is not attached"),
            Map.entry(9, "the NVIDIA driver is not loaded"),
            Map.entry(10, "the kernel found an interrupt issue with a GPU"),
            Map.entry(12, "it does not find the NVML library"),
            Map.entry(13, "its NVML library lacks a function"),
            Map.entry(WITH_WARNING, "an InfoROM is corrupted"),
            Map.entry(15, "a GPU cannot be reached any more"),
            Map.entry(18, "the driver and its library have different versions"),
            Map.entry(126, "it cannot be executed"),
            Map.entry(127, "it lacks a library"));

    private SmiExit() {}

    static String sentence(Child.Said said) {
        if (said.code() > SIGNALS && said.code() <= SIGNALS + MOST_SIGNALS) {
            return "It crashed (signal " + (said.code() - SIGNALS) + "); it said " + quoted(said) + ".";
        }
        String meaning = MEANINGS.getOrDefault(said.code(), "it failed");
        return "It ended with code " + said.code() + ": " + meaning + "; it said " + quoted(said) + ".";
    }

    /** The first line that it printed, wherever. */
    static String quoted(Child.Said said) {
        String first = (said.text() + "\n" + said.complaint())
                .lines()
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
