package io.gpulse.snapshot;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A GPU in a path, as {@link io.gpulse.view.GpuNames} finds it. */
@Parameter(
        description = "Index, UUID or unambiguous beginning of it, or PCI bus id.",
        example = "0",
        schema = @Schema(type = "string"))
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@interface GpuId {}
