package io.gpulse.recording;

import io.gpulse.device.GpuSource;
import io.gpulse.nvml.session.ProcessSourceProperties;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RecordingProperties.class)
class RecordingConfiguration {

    @Bean
    GpuSource recording(RecordingProperties properties, ProcessSourceProperties processes) {
        return new ReplaySource(
                SingletonSupplier.of(() -> read(properties.file())),
                (recording) -> new TimedReplayClock(recording, properties.speed(), properties.loop(), System::nanoTime),
                processes::limit);
    }

    private static Recording read(@Nullable Path file) {
        if (file == null) {
            throw new InvalidRecordingException("gpulse.source=recording needs a file: gpulse.recording.file=FILE.");
        }
        return RecordingReader.read(file);
    }
}
