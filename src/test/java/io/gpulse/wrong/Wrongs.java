package io.gpulse.wrong;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Pointer;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import jakarta.servlet.Servlet;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Each breaks one rule of the house, so that the rules are known to bite. */
public final class Wrongs {

    private Wrongs() {}

    /** Touches native memory. */
    public record NativeHands(Pointer pointer) {}

    /** Speaks servlet. */
    public record OldTongue(Servlet servlet) {}

    /** Speaks Spring's servlet dialect. */
    public record OldDialect(ModelAndView view) {}

    /** Writes JSON with last year's library. */
    public record OldInk(ObjectMapper mapper) {}

    /** Answers requests where nobody looks for answers. */
    public static final class HiddenDoor {
        @GetMapping("/hidden")
        String answer() {
            return "";
        }
    }

    /** Asks the driver past the sampler. */
    public static final class Impatient {
        Object read(GpuSource source) throws Exception {
            GpuSession session = source.open();
            Gpu gpu = session.attach(0);
            return gpu.read(Set.of());
        }
    }

    /** Talks past the log. */
    public static final class Talker {
        void talk() {
            System.out.println("Look at me");
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
