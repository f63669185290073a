package io.gpulse;

import io.gpulse.doctor.Doctor;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.security.PasswordCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Samples the NVIDIA GPUs of one machine, once for all readers. */
@SpringBootApplication
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
        SpringApplication.run(GpulseApplication.class, args);
        // Only now: a heap that is kept small would be collected more often while gpulse starts.
        HeapFlags.ofThisJvm().set();
    }
}
