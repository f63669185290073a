package io.gpulse.nvml.library;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Loads the calls of a driver. */
@FunctionalInterface
public interface LibraryLoader {

    /** @param anew whether the library was replaced on disk since it was loaded */
    Optional<? extends NvmlCalls> load(boolean anew);

    /** Where it looked the last time. */
    default List<LibraryPlace> tried() {
        return List.of();
    }

    static LibraryLoader from(NvmlLibrary places) {
        return new LibraryLoader() {
            @Override
            public Optional<? extends NvmlCalls> load(boolean anew) {
                return anew ? places.loadAnew() : places.load();
            }

            @Override
            public List<LibraryPlace> tried() {
                return places.tried();
            }
        };
    }

    /** The same, with an interceptor in front of the calls. */
    default LibraryLoader interceptedBy(UnaryOperator<NvmlCalls> interceptor) {
        LibraryLoader plain = this;
        return new LibraryLoader() {
            @Override
            public Optional<? extends NvmlCalls> load(boolean anew) {
                return plain.load(anew).map(interceptor);
            }

            @Override
            public List<LibraryPlace> tried() {
                return plain.tried();
            }
        };
    }
}
