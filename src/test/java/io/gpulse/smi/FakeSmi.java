package io.gpulse.smi;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An nvidia-smi of our own: a shell script that answers queries from a table, and knows no other names. */
public final class FakeSmi {

    private final Path program;
    private final List<Map<String, String>> gpus = new ArrayList<>();
    private final Set<String> hidden = new LinkedHashSet<>();
    private String before = "";
    private String after = "";
    private boolean help = true;
    private int code;

    private FakeSmi(Path directory) {
        this.program = directory.resolve("nvidia-smi");
    }

    public static FakeSmi in(Path directory) {
        return new FakeSmi(directory).write();
    }

    /** Writes an nvidia-smi with a fixed output and exit code. */
    public static FakeSmi printing(Path directory, String text, int code) {
        return in(directory).before("cat <<'END'\n" + text + "\nEND\nexit " + code);
    }

    public Path program() {
        return this.program;
    }

    /** Adds a GPU, given by names and values in turn. */
    public FakeSmi gpu(String... namesAndValues) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("index", "" + this.gpus.size());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        this.gpus.add(values);
        return write();
    }

    public FakeSmi value(int gpu, String name, String value) {
        this.gpus.get(gpu).put(name, value);
        return write();
    }

    /** Its help mentions a name that its queries do not know. */
    public FakeSmi helpOnly(String name) {
        this.hidden.add(name);
        return write();
    }

    public FakeSmi withoutHelp() {
        this.help = false;
        return write();
    }

    /** Shell commands that come first. */
    public FakeSmi before(String commands) {
        this.before = commands;
        return write();
    }

    /** Shell commands that come behind the table. */
    public FakeSmi after(String commands) {
        this.after = commands;
        return write();
    }

    public FakeSmi endingWith(int exitCode) {
        this.code = exitCode;
        return write();
    }

    private FakeSmi write() {
        StringBuilder script =
                new StringBuilder("#!/bin/sh\n").append(this.before).append("\nvalue() {\ncase \"$1\" in\n");
        for (int gpu = 0; gpu < this.gpus.size(); gpu++) {
            int index = gpu;
            this.gpus
                    .get(gpu)
                    .forEach((name, value) -> script.append("'" + index + ":" + name + "') v='" + value + "';;\n"));
        }
        script.append("*) return 1;;\nesac\n}\n").append(this.help ? help() : "");
        script.append("""
                list=${1#--query-gpu=}
                IFS=,
                for name in $list; do
                    value "0:$name" || { printf 'Field "%s" is not a valid field to query.\\n\\n' "$name"; exit 2; }
                done
                gpu=0
                while [ $gpu -lt GPUS ]; do
                    row=
                    for name in $list; do value "$gpu:$name"; row="$row, $v"; done
                    printf '%s\\n' "${row#, }"
                    gpu=$((gpu + 1))
                done
                """.replace("GPUS", "" + this.gpus.size()));
        script.append(this.after).append("\nexit ").append(this.code).append('\n');
        return write(script.toString());
    }

    private String help() {
        Set<String> names = new LinkedHashSet<>(
                this.gpus.isEmpty() ? Set.of() : this.gpus.get(0).keySet());
        names.addAll(this.hidden);
        StringBuilder help = new StringBuilder("if [ \"$1\" = --help-query-gpu ]; then cat <<'END'\n")
                .append("List of valid properties to query for the switch \"--query-gpu=\":\n");
        names.forEach((name) -> help.append("\n\"" + name + "\"\nWhat it means.\n"));
        return help.append("END\nexit 0\nfi\n").toString();
    }

    // Replaced in one step: a program that is being written cannot be started.
    private FakeSmi write(String script) {
        try {
            Path draft = Files.writeString(this.program.resolveSibling("nvidia-smi.draft"), script);
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(draft, this.program, ATOMIC_MOVE);
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
