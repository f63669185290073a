package io.gpulse.startup;

import io.gpulse.doctor.ServerSettings;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/** The arguments of the doctor: those settings of the server's files that it has too, and then the given ones. */
final class DoctorArguments {

    private DoctorArguments() {}

    /** Returns the arguments; no class of Spring is loaded where the server has no file, which is usual. */
    static List<String> of(List<String> given, PrintStream err) {
        return hasFiles(Path.of(""), System.getenv()) ? Configured.of(given, err) : given;
    }

    /** Returns whether the server may have other settings than its variables. */
    static boolean hasFiles(Path folder, Map<String, String> variables) {
        return Stream.of("application.yaml", "application.yml", "application.properties", "config")
                        .anyMatch((name) -> Files.exists(folder.resolve(name)))
                || variables.keySet().stream().anyMatch((name) -> name.startsWith("SPRING_"));
    }

    /** With the settings that Spring reads; in a class of its own, which is loaded only for them. */
    static final class Configured {

        private Configured() {}

        private static List<String> of(List<String> given, PrintStream err) {
            return of(given, new StandardEnvironment(), err);
        }

        /** @param err where an unreadable configuration is reported; the doctor examines the machine anyway */
        static List<String> of(List<String> given, ConfigurableEnvironment environment, PrintStream err) {
            List<String> arguments = new ArrayList<>();
            try {
                ConfigDataEnvironmentPostProcessor.applyTo(environment);
                Binder binder = Binder.get(environment);
                ServerSettings.NAMES.forEach((name) ->
                        binder.bind(name, String.class).ifBound((value) -> arguments.add("--" + name + "=" + value)));
            } catch (RuntimeException unreadable) {
                // Its message can have lines of the file, and so secrets.
                err.println("The files with gpulse's settings are not used: "
                        + unreadable.getClass().getSimpleName() + ". Start gpulse to see why.");
            }
            arguments.addAll(given);
            return arguments;
        }
    }
}
