package io.gpulse.host;

import io.gpulse.metric.Reading;
import java.util.OptionalDouble;

/** The traffic from and to swap, which {@code vmstat} counts in pages, {@code pswpin 123}, in bytes per second. */
final class SwapFigures implements Figures {

    private final Figures pages = new CounterFigures();
    private final KernelUnits units;

    SwapFigures(KernelUnits units) {
        this.units = units;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        Reading rate = this.pages.read(file, figure);
        OptionalDouble pagesPerSecond = rate.number();
        return pagesPerSecond.isPresent() ? this.units.bytes(pagesPerSecond.getAsDouble()) : rate;
    }
}
