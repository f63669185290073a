package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.record.FieldValueRecord;
import io.gpulse.nvml.record.ProcessInfoRecord;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The offsets of the records that a call fills several of. */
class RecordLayoutTests {

    @Test
    void fieldValuesHaveTheLayoutOfTheHeader() {
        assertThat(FieldValueRecord.BYTES).isEqualTo(40);
        assertThat(Stream.of("scopeId", "timestamp", "valueType", "nvmlReturn", "value")
                        .map(FieldValueRecord::offset))
                .containsExactly(4, 8, 24, 28, 32);
    }

    @Test
    void processesHaveTheLayoutOfTheHeader() {
        assertThat(List.of(ProcessInfoRecord.offset("usedGpuMemory"), ProcessInfoRecord.LONGEST))
                .isEqualTo(List.of(ProcessUtilizationRecord.offset("timeStamp"), ProcessUtilizationRecord.BYTES))
                .containsExactly(8, 32);
        assertThat(Stream.of("smUtil", "memUtil", "encUtil", "decUtil").map(ProcessUtilizationRecord::offset))
                .containsExactly(16, 20, 24, 28);
        assertThat(Stream.of("gpuInstanceId", "computeInstanceId").map(ProcessInfoRecord::offset))
                .containsExactly(16, 20);
    }
}
