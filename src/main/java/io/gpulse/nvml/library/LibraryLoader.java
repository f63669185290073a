package io.gpulse.nvml.library;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The loader of a driver's calls. */
@FunctionalInterface
public interface LibraryLoader {

    /**
     * Loads the library.
     *
     * @param replaced whether the library was replaced on disk since it was loaded
     */
    Optional<? extends NvmlCalls> load(boolean replaced);

    /** Returns the places of the last load. */
    default List<LibraryPlace> tried() {
        return List.of();
    }

    /** Returns a loader whose calls go through an interceptor. */
    default LibraryLoader interceptedBy(UnaryOperator<NvmlCalls> interceptor) {
        LibraryLoader plain = this;
        return new LibraryLoader() {
            @Override
            public Optional<? extends NvmlCalls> load(boolean replaced) {
                return plain.load(replaced).map(interceptor);
            }

            @Override
            public List<LibraryPlace> tried() {
                return plain.tried();
            }
        };
    }
}
