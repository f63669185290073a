package io.gpulse.setup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Signs of a container or a virtual machine around gpulse.
 *
 * @param marks of a container; none outside of one
 * @param variables the environment variables by which container tools choose GPUs and driver capabilities
 * @param wsl whether this is Linux on Windows
 */
public record ContainerEnvironment(List<String> marks, Map<String, String> variables, boolean wsl) {

    private static final List<String> FILES = List.of(".dockerenv", "run/.containerenv");
    private static final List<String> ENGINES = List.of("docker", "kubepods", "containerd", "libpod", "lxc", "garden");
    private static final List<String> VARIABLES =
            List.of("NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH");

    public static ContainerEnvironment of(HostSystem system) {
        List<String> marks = new ArrayList<>();
        FILES.stream().filter(system::has).forEach((file) -> marks.add("/" + file + " exists"));
        Stream.of("proc/self/cgroup", "proc/1/cgroup")
                .flatMap((file) -> system.read(file).stream())
                .flatMap((text) -> ENGINES.stream().filter(text::contains))
                .distinct()
                .forEach((engine) -> marks.add("the control group is one of " + engine));
        system.variable("container").ifPresent((value) -> marks.add("container=" + value));
        system.variable("KUBERNETES_SERVICE_HOST").ifPresent((host) -> marks.add("KUBERNETES_SERVICE_HOST is set"));
        Map<String, String> variables = new LinkedHashMap<>();
        VARIABLES.forEach((name) -> system.variable(name).ifPresent((value) -> variables.put(name, value)));
        return new ContainerEnvironment(List.copyOf(marks), variables, isWsl(system));
    }

    private static boolean isWsl(HostSystem system) {
        Optional<String> kernel = system.read("proc/sys/kernel/osrelease");
        return system.has("dev/dxg")
                || (kernel.isPresent() && kernel.get().toLowerCase(Locale.ROOT).contains("microsoft"));
    }

    public boolean container() {
        return !this.marks.isEmpty();
    }

    /** Returns the faults of the way in which the GPUs are passed in, as sentences. */
    public static List<String> faults(Map<String, String> variables) {
        List<String> faults = new ArrayList<>();
        String visible = variables.get("NVIDIA_VISIBLE_DEVICES");
        if (visible != null && (visible.isBlank() || visible.equals("void") || visible.equals("none"))) {
            faults.add("NVIDIA_VISIBLE_DEVICES=" + visible + " passes no GPU into this container; start it with"
                    + " --gpus all, or with NVIDIA_VISIBLE_DEVICES=all.");
        }
        String capabilities = variables.get("NVIDIA_DRIVER_CAPABILITIES");
        if (lacksUtility(capabilities)) {
            faults.add("NVIDIA_DRIVER_CAPABILITIES=" + capabilities + " lacks utility, without which NVML is not passed"
                    + " into this container; add utility to it.");
        }
        if (variables.containsKey("CUDA_VISIBLE_DEVICES")) {
            faults.add("CUDA_VISIBLE_DEVICES is for CUDA programs; NVML, and so gpulse, shows GPUs regardless of it.");
        }
        return faults;
    }

    private static boolean lacksUtility(@Nullable String capabilities) {
        return capabilities != null
                && !capabilities.isBlank()
                && Stream.of(capabilities.split(","))
                        .map(String::strip)
                        .noneMatch((one) -> one.equals("utility") || one.equals("all"));
    }
}
