package io.gpulse;

import io.gpulse.doctor.Doctor;
import io.gpulse.jvm.FatalErrors;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.jvm.ProcessTerminator;
import io.gpulse.security.PasswordCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.context.annotation.Import;
import reactor.netty.ReactorNetty;

/** Samples the NVIDIA GPUs of one machine, once for all readers. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({GpulseComponents.class, UnusedSearches.class})
public class GpulseApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("doctor")) {
            Doctor.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        if (args.length == 1 && args[0].equals("password")) {
            PasswordCommand.main(args);
            return;
        }
        Optional<CommandLine.Reply> reply = new CommandLine(List.of(args), KnownProperties::load).reply();
        if (reply.isPresent()) {
            reply.get().print(System.out, System.err);
            System.exit(reply.get().exitCode());
        }
        prepare();
        FatalErrors.install(new ProcessTerminator());
        SpringApplication application = new SpringApplication(GpulseApplication.class);
        // Said before the configuration is read, so that no environment for servlets, with JNDI, is made first.
        application.setWebApplicationType(WebApplicationType.REACTIVE);
        application.addListeners(new AotActivation());
        application.addListeners((ApplicationPreparedEvent logIsSetUp) -> FatalErrors.watchLog());
        application.run(args);
        // Only now: a heap that is kept small would be collected more often while gpulse starts.
        HeapFlags.ofThisJvm().set();
    }

    /** What libraries would find out by looking for classes, or would choose less well. */
    private static void prepare() {
        // Half of what Boot would prepare on another thread is of libraries that are here for a class path's sake.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        // Otherwise Log4j's API is loaded first, only to be told that it leads to SLF4J.
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
        // Reactor Netty takes four event loops even for one processor, and these would wait for each other.
        if (System.getProperty(ReactorNetty.IO_WORKER_COUNT) == null) {
            int processors = Runtime.getRuntime().availableProcessors();
            System.setProperty(ReactorNetty.IO_WORKER_COUNT, String.valueOf(processors));
        }
    }
}
