package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.regex.Pattern;

/** Lines of a name and a current number: {@code procs_running 4}. */
final class LevelFigures implements Figures {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    @Override
    public Reading read(ProcFile file, String figure) {
        return file.after(figure + " ").map(LevelFigures::parsed).orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private static Reading parsed(String number) {
        return NUMBER.matcher(number).matches()
                ? new Reading.Quantity(Long.parseLong(number))
                : Reading.absent(Reason.ERROR);
    }
}
