package io.gpulse.nvml.library;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Gets at a driver's calls. */
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

    /** The same, with a listener between us and the calls. */
    default LibraryLoader heardBy(UnaryOperator<NvmlCalls> listener) {
        LibraryLoader unheard = this;
        return new LibraryLoader() {
            @Override
            public Optional<? extends NvmlCalls> load(boolean anew) {
                return unheard.load(anew).map(listener);
            }

            @Override
            public List<LibraryPlace> tried() {
                return unheard.tried();
            }
        };
    }
}
