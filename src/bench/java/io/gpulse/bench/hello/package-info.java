/** The smallest service of Spring Boot and WebFlux that answers. */
package io.gpulse.bench.hello;
