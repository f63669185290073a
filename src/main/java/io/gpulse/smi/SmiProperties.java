package io.gpulse.smi;

import io.gpulse.setup.DriverFiles;
import io.gpulse.setup.HostSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The origin of nvidia-smi's XML.
 *
 * @param file output of {@code nvidia-smi -q -x} that is read, after each change, instead of running nvidia-smi
 * @param program nvidia-smi; empty: the first in {@code PATH}
 */
@ConfigurationProperties("gpulse.smi")
record SmiProperties(@Nullable Path file, @Nullable Path program) implements Validator {

    private static final String STANDARD_INPUT = "-";

    SmiSource source(Duration interval, boolean listsProcesses) {
        ProgramFeed.Timing timing = ProgramFeed.Timing.of(interval, NvidiaSmi.PATIENCE);
        SmiOrigin origin = this.file == null
                ? new ProgramOrigin(this.program, timing, () -> DriverFiles.gpus(HostSystem.ofThisMachine()))
                : SmiOrigin.file(this.file, timing.fresh(), InstantSource.system());
        return new SmiSource(origin, listsProcesses);
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == SmiProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        Path named = ((SmiProperties) target).program;
        if (named != null && NvidiaSmi.isReplacement(named)) {
            errors.rejectValue("program", "replacement", "NVIDIA's own: this one prints what gpulse has read");
        }
        Path origin = ((SmiProperties) target).file;
        if (origin != null && origin.toString().equals(STANDARD_INPUT)) {
            errors.rejectValue("file", "input", "a file, which can be read again after each change");
        }
    }
}
