package io.gpulse.doctor.examination;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Source;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.setup.DriverFiles;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The findings about the driver.
 *
 * @param places the places where the library was searched
 * @param onDisk library files in folders where drivers are usually installed
 * @param module the kernel module's lines; empty without one
 * @param source the driver's versions; null when they could not be read
 * @param diagnosis the checks and steps
 * @param trouble the reason why the driver cannot be queried; null when it can
 */
public record Driver(
        List<LibraryPlace> places,
        List<String> onDisk,
        List<String> module,
        @Nullable Source source,
        Diagnosis diagnosis,
        @Nullable String trouble) {

    public Optional<LibraryPlace> library() {
        return this.places.stream().filter(LibraryPlace::isLoaded).findFirst();
    }

    /** Returns the version of the kernel module. */
    public Optional<String> moduleVersion() {
        return this.module.stream().findFirst().flatMap(DriverFiles::version);
    }

    /** Returns the version in the name of the library's file. */
    public Optional<String> libraryVersion() {
        return library()
                .flatMap((place) -> Optional.ofNullable(place.realPath()))
                .map((path) -> path.substring(path.lastIndexOf('/') + 1))
                .flatMap(DriverFiles::version);
    }
}
