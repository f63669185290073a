package io.gpulse.host;

import io.gpulse.metric.Reading;
import java.util.Map;

/** Lines of a name and a growing total, {@code ctxt 14203446}, per second; further columns are left out. */
final class CounterFigures implements Figures {

    private final Rates rates = new Rates();

    @Override
    public Reading read(ProcFile file, String figure) {
        Map<String, String> total = file.after(figure + " ")
                .map((numbers) -> Map.of(figure, numbers.split(" ", 2)[0]))
                .orElse(Map.of());
        return this.rates.perSecond(file, figure, total);
    }
}
