package io.gpulse.nvml;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Gets at a driver's calls. */
@FunctionalInterface
interface Loading {

    /** @param anew whether the library was replaced on disk since it was loaded */
    Optional<? extends NvmlCalls> load(boolean anew);

    /** Where it looked the last time. */
    default List<LibraryPlace> tried() {
        return List.of();
    }

    static Loading from(NvmlLibrary places) {
        return new Loading() {
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
    default Loading heardBy(UnaryOperator<NvmlCalls> listener) {
        Loading unheard = this;
        return new Loading() {
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
