package io.gpulse.host;

import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSource;
import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Owners;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that read the machine. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({HostProperties.class, MachineProperties.class})
class HostConfiguration {

    @Bean
    HostSource hostSource(HostProperties properties, MachineProperties machine) {
        Path proc = properties.procOrUsual();
        String configured = machine.hostname();
        Supplier<String> hostname = configured == null || configured.isBlank() ? new Hostname(proc) : configured::strip;
        return properties.enabled()
                ? new ProcHost(ProcFolder.at(proc), hostname)
                : new ProcHost(ProcFolder.at(proc), hostname, () -> HostProcesses.absent(Reason.HIDDEN));
    }

    @Bean
    MachineIdentity machine() {
        String bootId = ProcFolder.at(ProcFolder.OURS)
                .read("sys/kernel/random/boot_id")
                .text()
                .strip();
        return new MachineIdentity(bootId.isEmpty() ? null : bootId, new PidNumbers(ProcFolder.OURS).own());
    }

    @Bean
    Owners owners(HostProperties properties) {
        Path proc = properties.procOrUsual();
        boolean commands = properties.commandLine() != HostProperties.CommandLine.HIDDEN;
        CommandLines shown = new CommandLines(proc, commands, properties.program());
        PidNumbers numbers = new PidNumbers(ProcFolder.OURS);
        return new ProcOwners(ProcFolder.at(proc), numbers, shown, properties.foldersOfJobs());
    }
}
