package io.gpulse.security;

import io.gpulse.web.EventLoops;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.core.Authentication;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Authenticates callers. Passwords are verified by few threads of their own, and repeated failures are throttled. */
final class CredentialAuthenticator implements ReactiveAuthenticationManager {

    private static final Duration WHILE_BUSY = Duration.ofSeconds(1);

    private final CredentialStore store;
    private final LoginThrottle throttle;
    private final Scheduler passwords;

    CredentialAuthenticator(CredentialStore store, LoginThrottle throttle, Scheduler passwords) {
        this.store = store;
        this.throttle = throttle;
        this.passwords = passwords;
    }

    @Override
    public Mono<Authentication> authenticate(Authentication presented) {
        return presented instanceof UnverifiedCredentials credentials ? check(credentials) : Mono.error(wrong());
    }

    private Mono<Authentication> check(UnverifiedCredentials credentials) {
        return credentials.user() == null
                ? found(this.store.byToken(credentials.secret()))
                : password(credentials, credentials.user());
    }

    private Mono<Authentication> password(UnverifiedCredentials credentials, String user) {
        Optional<Authentication> known = this.store.byKnownPassword(user, credentials.secret());
        return known.isPresent()
                ? Mono.just(known.get())
                : attempt(credentials, () -> this.store.byPassword(user, credentials.secret()));
    }

    private Mono<Authentication> attempt(UnverifiedCredentials credentials, Supplier<Optional<Authentication>> look) {
        Optional<Duration> wait = this.throttle.begin(credentials.from());
        if (wait.isPresent()) {
            return Mono.error(new TooManyAttemptsException(wait.get()));
        }
        return EventLoops.onEventLoop(Mono.fromSupplier(look).subscribeOn(this.passwords))
                .onErrorMap(RejectedExecutionException.class, (busy) -> new TooManyAttemptsException(WHILE_BUSY))
                .flatMap(CredentialAuthenticator::found)
                .doOnNext((right) -> this.throttle.succeeded(credentials.from()));
    }

    private static Mono<Authentication> found(Optional<Authentication> found) {
        return found.map(Mono::just).orElseGet(() -> Mono.error(wrong()));
    }

    private static BadCredentialsException wrong() {
        return new BadCredentialsException("The token or the password is wrong.");
    }
}
