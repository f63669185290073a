package io.gpulse.doctor.examination;

import io.gpulse.device.Diagnosis;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.setup.DriverFiles;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The findings about the driver; its components are keys of the report.
 *
 * @param trouble the reason why the driver cannot be queried; null when it can
 * @param version as reported by the driver, like those of NVML and CUDA; null when it could not be read
 * @param module the kernel module's lines; empty without one
 * @param library the places where the library was searched
 * @param onDisk library files in folders where drivers are usually installed
 */
public record Driver(
        @Nullable String trouble,
        @Nullable String version,
        @Nullable String nvml,
        @Nullable String cuda,
        List<String> module,
        List<LibraryPlace> library,
        List<String> onDisk,
        List<Diagnosis.Check> checks,
        List<Diagnosis.Step> steps) {

    public Optional<LibraryPlace> loaded() {
        return this.library.stream().filter(LibraryPlace::isLoaded).findFirst();
    }

    /** Returns the version of the kernel module. */
    public Optional<String> moduleVersion() {
        return this.module.stream().findFirst().flatMap(DriverFiles::version);
    }

    /** Returns the version in the name of the library's file. */
    public Optional<String> libraryVersion() {
        return loaded().flatMap((place) -> Optional.ofNullable(place.realPath()))
                .map((path) -> path.substring(path.lastIndexOf('/') + 1))
                .flatMap(DriverFiles::version);
    }
}
