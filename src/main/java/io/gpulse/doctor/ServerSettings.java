package io.gpulse.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings of the server that are options of the doctor too, under the server's names and variables. */
public final class ServerSettings {

    private static final String LIBRARY = "gpulse.nvml.library";
    private static final String WAKING = "gpulse.nvml.wake-sleeping-gpus";
    private static final String PROGRAM = "gpulse.smi.program";

    /** The words that Spring takes for false. */
    private static final Set<String> NO = Set.of("false", "no", "off", "0");

    /** The names of the properties. */
    public static final List<String> NAMES = List.of(LIBRARY, WAKING, PROGRAM);

    private ServerSettings() {}

    /**
     * Returns the arguments with options of the doctor in place of settings of the server.
     *
     * @param environment the variables, which arguments override
     */
    static List<String> asOptions(List<String> arguments, Map<String, String> environment) {
        Map<String, String> settings = new HashMap<>();
        for (String name : NAMES) {
            String variable = name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
            settings.put(name, environment.getOrDefault(variable, ""));
        }
        List<String> others = new ArrayList<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            Optional<String> name = NAMES.stream()
                    .filter((known) -> parts.length == 2 && plain("--" + known).equals(plain(parts[0])))
                    .findFirst();
            name.ifPresentOrElse((known) -> settings.put(known, parts[1]), () -> others.add(argument));
        }
        return with(settings, others);
    }

    /** Returns a name as Spring compares it: the server takes {@code wakeSleepingGpus} as well. */
    private static String plain(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** The doctor's own options come last, so that they override the server's. */
    private static List<String> with(Map<String, String> settings, List<String> others) {
        List<String> options = new ArrayList<>();
        if (!settings.getOrDefault(LIBRARY, "").isBlank()) {
            options.add(Options.LIBRARY + "=" + settings.get(LIBRARY));
        }
        // No comparison is made with nvidia-smi while a recording is made.
        if (!settings.getOrDefault(PROGRAM, "").isBlank() && !Options.areOfRecording(others)) {
            options.add(Options.PROGRAM + "=" + settings.get(PROGRAM));
        }
        if (NO.contains(settings.getOrDefault(WAKING, "").toLowerCase(Locale.ROOT))) {
            options.add(Options.NO_WAKE);
        }
        options.addAll(others);
        return options;
    }
}
