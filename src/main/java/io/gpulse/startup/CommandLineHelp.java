package io.gpulse.startup;

import io.gpulse.doctor.examination.Machine;

/** The texts of {@code --help} and {@code --version}. */
final class CommandLineHelp {

    private static final String HELP = """
            Shows what the NVIDIA GPUs of this machine do: as a page, as JSON, as a stream, as text,
            and as series for Prometheus. It changes nothing.

              java -jar gpulse.jar [--OPTION=VALUE]...     serve, until it is ended
              java -jar gpulse.jar doctor [OPTION]...      examine this machine once, and report
              java -jar gpulse.jar password                read a password, and print its hash
              java -jar gpulse.jar --help | --version

            The most important options, with their defaults

              --server.address=127.0.0.1                   where to listen
              --server.port=8080                           0 takes a free port
              --gpulse.source=auto                         auto, nvml, nvidia-smi, demo, recording, none
              --gpulse.sampling.every=1s                   100ms to 60s, between two rounds
              --gpulse.nvml.library=PATH                   the driver's library; else the usual places
              --gpulse.recording.file=PATH                 what gpulse.source=recording replays
              --gpulse.processes.command-line=hidden       hidden, authenticated or all
              --gpulse.security.anonymous=none             read: everyone who reaches it may read
              --gpulse.security.tokens.NAME.file=PATH      the file of a bearer token
              --gpulse.security.users.NAME.password=HASH   a user; the command password makes the hash
              --gpulse.stream.max-subscribers=1000
              --gpulse.port-file=PATH                      where to write the port, for programs
              --gpulse.exit-with-parent=false              true: end when standard input ends
              --logging.level.io.gpulse=info

            Every property of Spring Boot is an option too. Each can be an environment variable
            (SERVER_PORT=9000), or a line of application.yaml next to the jar.

            The options of doctor, which doctor --help explains

              --json  --share  --nvml-library=PATH  --nvidia-smi=PATH  --no-wake
              --record 60s FILE  --raw  --calls FILE

            The Python packages add gpulse run, which starts a program on free GPUs, gpulse free and
            gpulse nvidia-smi; gpulse run --help explains it.

            Exit codes: 1 when gpulse cannot start, 2 when the command line is wrong; doctor --help
            names those of doctor. HELP.md describes the rest.""";

    private static final String JAR = "java -jar gpulse.jar";

    /** The system property with the command by which a package starts gpulse; without it, the jar is started. */
    static final String COMMAND = "io.gpulse.command";

    private CommandLineHelp() {}

    static String text() {
        return HELP.replace(JAR, System.getProperty(COMMAND, JAR));
    }

    /** Returns the version that the build recorded, and the versions of Java and of the operating system. */
    static String version() {
        return "gpulse " + Machine.version() + "\nJava " + System.getProperty("java.version") + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }
}
