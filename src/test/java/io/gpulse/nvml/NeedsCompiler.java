package io.gpulse.nvml;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.TYPE;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Marks a test with the {@link FakeDriver}: reported as skipped where no C compiler can build it. */
@Target({TYPE, METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "io.gpulse.nvml.FakeDriver#compilerPresent",
        disabledReason = "no C compiler: the fake driver cannot be built")
public @interface NeedsCompiler {}
