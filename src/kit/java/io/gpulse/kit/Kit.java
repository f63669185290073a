package io.gpulse.kit;

import java.nio.file.Path;
import java.util.List;

/**
 * The locations of the kit's parts.
 *
 * @param folder that of the script
 * @param java the program that runs this
 * @param temporary a folder for native code that is unpacked, on a disk from which things are run
 */
record Kit(Path folder, Path java, Path temporary) {

    static Kit ofThisProcess(Path temporary) {
        return new Kit(
                Path.of(System.getProperty("kit.folder", ".")).toAbsolutePath(),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                temporary);
    }

    Path gpulse() {
        return this.folder.resolve("gpulse.jar");
    }

    Path doctor() {
        return this.folder.resolve("gpulse-doctor.jar");
    }

    Path load() {
        return this.folder.resolve("load.py");
    }

    /**
     * Returns the command of Java. Native code is unpacked next to the kit, since home and /tmp may be mounted noexec.
     */
    List<String> javaCommand() {
        return List.of(
                this.java.toString(),
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + this.temporary,
                "-Djna.tmpdir=" + this.temporary,
                "-Dio.netty.native.workdir=" + this.temporary);
    }
}
