package io.gpulse.host;

import io.gpulse.metric.Reading;
import java.util.OptionalDouble;

/** How many bytes a page of memory has. Used by one thread. */
final class PageSize {

    private final AuxiliaryVector auxiliary;

    PageSize(ProcFolder proc) {
        this.auxiliary = new AuxiliaryVector(proc);
    }

    /** So many pages in bytes; absent when the kernel does not say how large one is. */
    Reading bytes(double pages) {
        Reading size = this.auxiliary.read(AuxiliaryVector.PAGE_BYTES);
        OptionalDouble bytes = size.number();
        return bytes.isPresent() ? new Reading.Quantity(pages * bytes.getAsDouble()) : size;
    }
}
