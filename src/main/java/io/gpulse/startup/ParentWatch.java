package io.gpulse.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/**
 * Shuts gpulse down when its standard input ends: the system closes it when the program that started gpulse has ended,
 * also after a crash.
 */
@Component
final class ParentWatch implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(ParentWatch.class);

    private final LifecycleProperties properties;

    ParentWatch(LifecycleProperties properties) {
        this.properties = properties;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        if (this.properties.exitWithParent()) {
            watch(System.in, () -> System.exit(0));
        }
    }

    /**
     * Reads on a thread of its own until the end of the input, and discards what it reads.
     *
     * @param end called once after that
     */
    static void watch(InputStream input, Runnable end) {
        Thread watch = new Thread(
                () -> {
                    drain(input);
                    log.info("Standard input has ended (gpulse.exit-with-parent); gpulse shuts down.");
                    end.run();
                },
                "gpulse-parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void drain(InputStream input) {
        try {
            input.transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            log.debug("Standard input is not readable", closed);
        }
    }
}
