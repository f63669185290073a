package io.gpulse.fleet;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.BindParam;

/**
 * The conditions for free GPUs of one of the machines.
 *
 * @param count Number of GPUs, all of one machine.
 * @param minMemory Minimum of free memory of each: `40GiB`, `500MiB`, `40GB` (10⁹ bytes), `40G` (GiB);
 *     unknown free memory is too little.
 * @param model Words of the product name, such as `H100`; `L4` does not include an L40S; upper and lower case are
 *     equal. Default: any model.
 */
record FleetFreeQuery(
        @Parameter(example = "2") @Range(min = 1, max = 64) Integer count,

        @BindParam("min-memory") @Parameter(name = "min-memory", example = "40GiB") @Nullable
        DataSize minMemory,

        @Parameter(example = "H100") @Nullable String model) {

    FleetFreeQuery {
        count = Objects.requireNonNullElse(count, 1);
        model = model == null || model.isBlank() ? null : model.strip();
    }
}
