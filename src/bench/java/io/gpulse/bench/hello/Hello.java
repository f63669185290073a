package io.gpulse.bench.hello;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Answers at gpulse's address. */
@SpringBootApplication
@RestController
public class Hello {

    public static void main(String[] arguments) {
        SpringApplication.run(Hello.class, arguments);
    }

    @GetMapping("/api/v1/snapshot")
    Mono<String> hello() {
        return Mono.just("hello");
    }
}
