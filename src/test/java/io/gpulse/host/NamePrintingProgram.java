package io.gpulse.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Prints the name of a process as the codes of its characters, in a process whose locale a test chooses. */
public final class NamePrintingProgram {

    private NamePrintingProgram() {}

    /** Sets up a process whose program has a name outside of ASCII. */
    public static void prepare(FakeProc proc) throws IOException {
        proc.namespace("pid:[4026531836]").process(KernelTextTests.PID, "python", 12_345);
        KernelTextTests.linkProgram(proc.root());
    }

    /** @param arguments the folder of the kernel's files */
    public static void main(String... arguments) {
        System.out.println(KernelTextTests.nameOf(Path.of(arguments[0]))
                .chars()
                .mapToObj(Integer::toHexString)
                .collect(Collectors.joining(" ")));
    }
}
