package io.gpulse.setup;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The reason why the GPUs of a machine cannot be read, as far as its files show. */
public enum Situation {
    /** Everything was found. */
    READY,
    /** Neither the kernel module nor the library. */
    NO_DRIVER,
    /** The library, but the kernel module is not loaded. */
    NOT_LOADED,
    /** The kernel module and the library have different versions. */
    VERSIONS_DIFFER,
    /** The kernel module is loaded, but has no device nodes. */
    NO_DEVICE_NODES,
    /** The kernel module is loaded, but the library was not found. */
    NO_LIBRARY,
    /** The container was started without GPUs. */
    NOT_PASSED_IN,
    /** WSL without the driver of Windows. */
    NO_WINDOWS_DRIVER;

    /** Returns the situation of a machine. */
    static Situation of(HostSystem system, ContainerEnvironment around) {
        boolean library = !DriverFiles.libraries(system).isEmpty();
        boolean complete = library && DriverFiles.hasControlNode(system);
        if (complete && (around.wsl() || versions(system).size() < 2)) {
            return READY;
        }
        if (complete) {
            return VERSIONS_DIFFER;
        }
        if (around.wsl()) {
            return around.container() ? NOT_PASSED_IN : NO_WINDOWS_DRIVER;
        }
        if (!DriverFiles.hasModule(system)) {
            return library ? NOT_LOADED : NO_DRIVER;
        }
        if (around.container()) {
            return NOT_PASSED_IN;
        }
        return library ? NO_DEVICE_NODES : NO_LIBRARY;
    }

    /** Returns the different versions of the kernel module and the library, as far as they are known. */
    static List<String> versions(HostSystem system) {
        Optional<String> module =
                DriverFiles.module(system).stream().findFirst().flatMap(DriverFiles::version);
        return Stream.of(module, DriverFiles.libraryVersion(system))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }
}
