package io.gpulse;

import io.gpulse.startup.Launcher;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Samples the NVIDIA GPUs of one machine, once for all readers. */
@SpringBootApplication(proxyBeanMethods = false)
public class GpulseApplication {

    public static void main(String[] args) {
        Launcher.launch(GpulseApplication.class, args);
    }
}
