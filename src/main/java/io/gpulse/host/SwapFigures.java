package io.gpulse.host;

import io.gpulse.metric.Reading;
import java.util.OptionalDouble;

/** Pages that {@code vmstat} counts on their way from and to swap, {@code pswpin 123}, in bytes per second. */
final class SwapFigures implements Figures {

    private final Figures pages = new CounterFigures();
    private final PageSize pageSize;

    SwapFigures(PageSize pageSize) {
        this.pageSize = pageSize;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        Reading rate = this.pages.read(file, figure);
        OptionalDouble pagesPerSecond = rate.number();
        return pagesPerSecond.isPresent() ? this.pageSize.bytes(pagesPerSecond.getAsDouble()) : rate;
    }
}
