package io.gpulse.startup;

import io.gpulse.doctor.Doctor;
import io.gpulse.jvm.FatalErrors;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.jvm.NativeHeap;
import io.gpulse.jvm.ProcessTerminator;
import io.gpulse.security.PasswordCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ReactorNetty;

/** Runs the command that the arguments name, or starts the service. */
public final class Launcher {

    private Launcher() {}

    /** Starts the service unless the arguments name a command or are wrong; a command may end the process. */
    public static void launch(Class<?> application, String[] arguments) {
        NativeLibraries.nextTo(Launcher.class).ifPresent(NativeLibraries::use);
        if (arguments.length > 0 && arguments[0].equals("doctor")) {
            List<String> given = List.of(arguments).subList(1, arguments.length);
            Doctor.main(DoctorArguments.of(given, System.err).toArray(String[]::new));
            return;
        }
        if (arguments.length == 1 && arguments[0].equals("password")) {
            PasswordCommand.main(arguments);
            return;
        }
        Optional<CommandLine.Reply> reply = reply(List.of(arguments), Path.of("/proc/self/limits"));
        if (reply.isPresent()) {
            reply.get().print(System.out, System.err);
            System.exit(reply.get().exitCode());
        }
        serve(application, arguments);
    }

    /** @param limits the limits of this process as Linux shows them */
    static Optional<CommandLine.Reply> reply(List<String> arguments, Path limits) {
        return new CommandLine(arguments, KnownProperties::ofClassPath)
                .reply()
                .or(() -> OpenFileLimit.fault(limits)
                        .map((fault) -> new CommandLine.Reply(1, "gpulse does not start: " + fault)));
    }

    private static void serve(Class<?> application, String[] arguments) {
        configureLibraries();
        FatalErrors.install(new ProcessTerminator());
        SpringApplication service = new SpringApplication(application);
        // Set before the configuration is read; otherwise Spring first makes an environment for servlets, with JNDI.
        service.setWebApplicationType(WebApplicationType.REACTIVE);
        service.addListeners(new AotActivation());
        service.addListeners((ApplicationPreparedEvent logIsSetUp) -> FatalErrors.watchLog());
        service.run(arguments);
        // After the start: a small heap would be collected more often during it.
        HeapFlags.ofThisJvm().set();
        NativeHeap.ofThisJvm().trimRegularly(Schedulers.boundedElastic());
    }

    /** Sets what libraries would look up on the class path, or have an unsuitable default for. */
    private static void configureLibraries() {
        // Half of what Boot would prepare on another thread belongs to libraries that gpulse does not use.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        // Otherwise the API of Log4j is loaded only to find that it delegates to SLF4J.
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.Slf4jLogFactory");
        // Netty has events for Java's flight recorder, which would be loaded for them.
        System.setProperty("io.netty.jfr.enabled", System.getProperty("io.netty.jfr.enabled", "false"));
        // Reactor Netty starts at least four event loops, which would compete for a single processor.
        if (System.getProperty(ReactorNetty.IO_WORKER_COUNT) == null) {
            int processors = Runtime.getRuntime().availableProcessors();
            System.setProperty(ReactorNetty.IO_WORKER_COUNT, String.valueOf(processors));
        }
    }
}
