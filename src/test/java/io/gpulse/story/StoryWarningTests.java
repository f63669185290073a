package io.gpulse.story;

import static io.gpulse.story.StoredPast.draft;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sentences about warnings that last, and their choice. */
class StoryWarningTests {

    private static EventDraft throttled(int gpu, double minute, int seconds) {
        return draft(EventKind.CLOCKS, Severity.WARNING, gpu, minute)
                .with(EventAttribute.REASON, "power-limit")
                .with(EventAttribute.SECONDS, seconds);
    }

    @Test
    void aGpuThatIsThrottledAgainAndAgainIsOneSentenceWithTheSumOfItsTimes() {
        StoredPast past = new StoredPast(120).gpus(2, "throttled 0-120");
        past.lasting(throttled(0, 10, 360), 16.0)
                .lasting(throttled(0, 20, 480), 28.0)
                .lasting(throttled(0, 32, 120), 34.0)
                .lasting(throttled(1, 36, 240), 40.0)
                .lasting(throttled(0, 60, 120), 62.0);

        assertThat(past.story().sentences())
                .extracting(Sentence::events)
                .containsExactly(List.of(1L, 2L, 3L), List.of(4L), List.of(5L));
        assertThat(past.texts().get(0)).startsWith("GPU 0 was throttled").endsWith(" for 16 min.");
    }

    @Test
    void aWarningOfHalfAnHourGoesBeforeGpusThatWereFreeForLess() {
        StoredPast past = new StoredPast(480).gpu(0, "throttled 0-480");
        for (int gpu = 1; gpu <= Story.MOST; gpu++) {
            past.gpu(gpu, "busy 0-100", "free 100-120", "busy 120-480")
                    .process(gpu, "job" + gpu + ".py of u", 2, 100.0);
        }

        past.lasting(throttled(0, 10, 1800), 40.0);

        assertThat(past.texts()).hasSize(Story.MOST).anyMatch((text) -> text.startsWith("GPU 0 was throttled"));
    }
}
