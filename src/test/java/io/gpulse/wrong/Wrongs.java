package io.gpulse.wrong;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Pointer;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import jakarta.servlet.Servlet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Each breaks one rule of the house, so that the rules are known to bite. */
public final class Wrongs {

    private Wrongs() {}

    /** Uses native memory. */
    public record NativeHands(Pointer pointer) {}

    /** Uses the servlet API. */
    public record OldTongue(Servlet servlet) {}

    /** Uses Spring's servlet classes. */
    public record OldDialect(ModelAndView view) {}

    /** Uses Jackson 2. */
    public record OldInk(ObjectMapper mapper) {}

    /** Handles requests outside of the packages for HTTP. */
    public static final class HiddenDoor {
        @GetMapping("/hidden")
        String answer() {
            return "";
        }
    }

    /** Calls the driver without the sampler. */
    public static final class Impatient {
        Object read(GpuSource source) throws Exception {
            GpuSession session = source.open();
            Gpu gpu = session.attach(0);
            return gpu.read(Set.of());
        }
    }

    /** Writes to standard output instead of the log. */
    public static final class Talker {
        void talk() {
            System.out.println("Look at me");
        }
    }

    /** Measures a span with the wall clock. */
    public static final class Sundial {
        Duration since(Instant earlier) {
            return Duration.between(earlier, Instant.now());
        }
    }

    /** Compares the wall clock with the end of a span. */
    public static final class Calendar {
        boolean isOver(Instant since, InstantSource clock) {
            return since.plusSeconds(60).isBefore(clock.instant());
        }
    }

    /** Starts programs. */
    public static final class Boss {
        ProcessBuilder order() {
            return new ProcessBuilder("true");
        }
    }

    /** Manages what? */
    public static final class GpuManager {}
}
