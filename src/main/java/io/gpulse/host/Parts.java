package io.gpulse.host;

import java.util.Map;

/** The parts of the machine that a file lists. */
@FunctionalInterface
interface Parts {

    /** By name and in the order of the file: what the file says of each, as if it were a file of its own. */
    Map<String, ProcFile> in(ProcFile file);
}
