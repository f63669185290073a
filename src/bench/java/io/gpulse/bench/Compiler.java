package io.gpulse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The machine's C compiler. */
record Compiler(Setting setting) {

    private static final List<String> FLAGS =
            List.of("cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-fmax-errors=3", "-pthread");

    Path source(String name) {
        return this.setting.base().resolve("src/bench/native").resolve(name);
    }

    Path program(String name, Path source, String... more) throws IOException {
        return build(name, source, more);
    }

    Path library(String name, Path source) throws IOException {
        return build(name, source, "-shared", "-fPIC", "-fvisibility=hidden");
    }

    private Path build(String name, Path source, String... more) throws IOException {
        Path built = this.setting.work().resolve(name);
        List<String> command = new ArrayList<>(FLAGS);
        command.addAll(
                List.of("-I", this.setting.base().resolve("src/bench/native").toString()));
        command.addAll(List.of("-o", built.toString(), source.toString()));
        command.addAll(List.of(more));
        Process compiling =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        compiling.getOutputStream().close();
        String complaints = new String(compiling.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (Machine.exitOf(compiling) != 0) {
            throw new IOException("The C compiler refused " + source + ":\n" + complaints);
        }
        return built;
    }
}
