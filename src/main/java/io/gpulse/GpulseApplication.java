package io.gpulse;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Looks at the NVIDIA GPUs of one machine, once for everybody, and tells everybody at once. */
@SpringBootApplication
public class GpulseApplication {

    public static void main(String[] args) {
        SpringApplication.run(GpulseApplication.class, args);
    }
}
