package io.gpulse.startup;

import io.gpulse.doctor.ServerSettings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/** The arguments of the doctor: what the server's variables and files set for it too, and then the given ones. */
final class DoctorArguments {

    private DoctorArguments() {}

    /** @param err where a configuration that cannot be read is reported; the doctor examines the machine anyway */
    static List<String> of(List<String> given, ConfigurableEnvironment environment, PrintStream err) {
        List<String> arguments = new ArrayList<>();
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(environment);
            Binder binder = Binder.get(environment);
            ServerSettings.NAMES.forEach((name) ->
                    binder.bind(name, String.class).ifBound((value) -> arguments.add("--" + name + "=" + value)));
        } catch (RuntimeException unreadable) {
            err.println("The configuration of gpulse was not read: " + unreadable.getMessage());
        }
        arguments.addAll(given);
        return arguments;
    }
}
