package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AttendantTests {

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void whatTheWorkReturnsAndThrowsIsHandedOn() throws Exception {
        Attendant attendant = attendant(Duration.ofMinutes(1));

        assertThat(attendant.<String, RuntimeException>attend("Work", () -> "done"))
                .isEqualTo("done");
        assertThatThrownBy(() -> attendant.<String, IOException>attend("Work", () -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
        assertThat(attendant.sawHang()).isFalse();
    }

    @Test
    void workThatHangsOutsideOfTheDriverIsNamedWhenTheTimeForAllIsSpent() throws Exception {
        Attendant attendant = attendant(Duration.ofMillis(50));

        HangException hang = catchThrowableOfType(
                HangException.class,
                () -> attendant.<Boolean, InterruptedException>attend("Unpacking", () -> {
                    this.end.await();
                    return true;
                }));

        this.end.countDown();
        assertThat(hang.sentence()).startsWith("Unpacking has not returned for ");
        assertThat(attendant.sawHang()).isTrue();
    }

    private static Attendant attendant(Duration all) {
        Patience patience = new Patience(Duration.ofMinutes(1), all, Duration.ofMinutes(1), Duration.ZERO);
        return new Attendant(new Stopwatch(), patience);
    }
}
