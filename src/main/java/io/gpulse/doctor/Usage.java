package io.gpulse.doctor;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The help. */
final class Usage {

    private static final String OPTIONS = """
            Reports what gpulse finds on this machine: the driver, its library, every GPU,
            which values each GPU has and why others are absent, how long the driver's calls
            take, and where nvidia-smi differs. It changes nothing and simulates nothing.

              java -jar gpulse.jar doctor [OPTION]...
              java -jar gpulse-doctor.jar [OPTION]...

              --json                print one JSON document instead of text
              --share               mask UUIDs, serials, part numbers, host and user names
              --nvml-library=PATH   the driver's library, instead of the usual places
              --nvidia-smi=PATH     nvidia-smi, instead of the one on the PATH
              --no-wake             leave GPUs in runtime suspend (D3) asleep: neither run
                                    nvidia-smi nor open device nodes of GPUs, which wakes them
              --help                print this

            or records every native call of a while, to be replayed elsewhere by
            gpulse.source=recording, or lists the calls of such a file.

              --record 60s FILE     record for this time (1s to 10m), FILE must not exist;
                                    UUIDs, serials, bus ids, names of processes are replaced
              --raw                 leave them as they are
              --calls FILE          how often each call was made, its codes, how long it took

            The settings gpulse.nvml.library, gpulse.nvml.wake-sleeping-gpus and gpulse.smi.program
            of the server apply too: as options, as variables and, for gpulse.jar, in its files.

            It waits 10 s for a call of the driver, 60 s and 10 s more for each GPU for all of
            them, and 30 s for a run of nvidia-smi.

            It ends with
            """;

    private Usage() {}

    static String text() {
        return OPTIONS
                + Arrays.stream(ExitCode.values())
                        .map((exit) -> "  " + exit.code() + "  " + exit.meaning() + "\n")
                        .collect(Collectors.joining());
    }
}
