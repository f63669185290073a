package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.core.AuthenticationException;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.WebSessionIdResolver;
import reactor.core.publisher.Mono;

/** Sign-in and sign-out of a browser. A session is needed because an EventSource can send a cookie, but no header. */
final class LoginRoutes {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    /** A relative address of a page of gpulse: without a parent folder, a scheme or a host. */
    private static final Pattern OWN_PAGE =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9._~%-]+)*)?(\\?[A-Za-z0-9._~%&=,:+-]*)?");

    /** The pattern recurses once per segment of a path. */
    private static final int LONGEST_PAGE = 500;

    private static final String SIGNED_OUT = "signed-out";

    private final LoginPage page;
    private final ReactiveAuthenticationManager check;
    private final LoginSessions sessions;
    private final WebSessionIdResolver sessionIds;

    LoginRoutes(
            LoginPage page,
            ReactiveAuthenticationManager check,
            LoginSessions sessions,
            WebSessionIdResolver sessionIds) {
        this.page = page;
        this.check = check;
        this.sessions = sessions;
        this.sessionIds = sessionIds;
    }

    Mono<ServerResponse> login(ServerRequest request) {
        if (request.method() == HttpMethod.POST) {
            return form(request).flatMap((form) -> signIn(request, form));
        }
        if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
            return Mono.error(new MethodNotAllowedException(
                    request.method(), Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST)));
        }
        String next = ownPage(request.queryParam("continue").orElse(""));
        return this.sessions
                .name(request.exchange())
                .map((user) -> this.page.signedIn(user, LoginPresentation.of(request)))
                .switchIfEmpty(Mono.fromSupplier(() ->
                        this.page.form(new LoginPage.Visit(remark(request), next, LoginPresentation.of(request)))))
                .flatMap((html) -> html(HttpStatus.OK, html));
    }

    /** Returns the remark of the form. A browser with the cookie of an ended session was signed in before. */
    private LoginPage.Remark remark(ServerRequest request) {
        if (request.queryParam(SIGNED_OUT).isPresent()) {
            return LoginPage.Remark.OUT;
        }
        boolean had = !this.sessionIds.resolveSessionIds(request.exchange()).isEmpty();
        return had ? LoginPage.Remark.ENDED : LoginPage.Remark.NONE;
    }

    Mono<ServerResponse> logout(ServerRequest request) {
        if (request.method() != HttpMethod.POST) {
            return Mono.error(new MethodNotAllowedException(request.method(), Set.of(HttpMethod.POST)));
        }
        return request.session()
                .flatMap(WebSession::invalidate)
                .then(seeOther("login?" + SIGNED_OUT + LoginPresentation.parameters(request)));
    }

    private static Mono<MultiValueMap<String, String>> form(ServerRequest request) {
        return request.formData()
                .onErrorMap(
                        DataBufferLimitException.class,
                        (large) -> refusal(HttpStatus.CONTENT_TOO_LARGE, "The form is too large."))
                .onErrorMap(
                        IllegalArgumentException.class,
                        (malformed) -> refusal(HttpStatus.BAD_REQUEST, "The form is not URL-encoded."));
    }

    private static ResponseStatusException refusal(HttpStatus status, String detail) {
        return new ResponseStatusException(status, detail);
    }

    private Mono<ServerResponse> signIn(ServerRequest request, MultiValueMap<String, String> form) {
        String next = ownPage(first(form, "continue"));
        UnverifiedCredentials typed = UnverifiedCredentials.typed(
                first(form, "user"),
                first(form, "secret"),
                ClientAddress.of(request.exchange().getRequest()));
        return this.check
                .authenticate(typed)
                .flatMap((caller) -> this.sessions.begin(request.exchange(), caller))
                .then(Mono.defer(() -> seeOther(next)))
                .onErrorResume(AuthenticationException.class, (wrong) -> again(request, next, wrong));
    }

    private Mono<ServerResponse> again(ServerRequest request, String next, AuthenticationException wrong) {
        boolean many = wrong instanceof TooManyAttemptsException;
        LoginPage.Remark remark = many ? LoginPage.Remark.MANY : LoginPage.Remark.WRONG;
        ServerResponse.BodyBuilder answer =
                ServerResponse.status(many ? HttpStatus.TOO_MANY_REQUESTS : HttpStatus.UNAUTHORIZED);
        String seconds = wrong instanceof TooManyAttemptsException tooMany ? tooMany.seconds() : "";
        if (many) {
            answer.header(HttpHeaders.RETRY_AFTER, seconds);
        }
        return answer.contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .bodyValue(this.page.form(new LoginPage.Visit(remark, next, seconds, LoginPresentation.of(request))));
    }

    private static Mono<ServerResponse> html(HttpStatus status, String html) {
        return ServerResponse.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .bodyValue(html);
    }

    /** Redirects relative to this page, so that it works below any prefix. */
    private static Mono<ServerResponse> seeOther(String page) {
        return ServerResponse.seeOther(URI.create("./" + page))
                .cacheControl(CacheControl.noStore())
                .build();
    }

    static String ownPage(String page) {
        boolean own = page.length() <= LONGEST_PAGE && OWN_PAGE.matcher(page).matches() && !page.contains("..");
        return own ? page : "";
    }

    private static String first(MultiValueMap<String, String> form, String name) {
        String value = form.getFirst(name);
        return value == null ? "" : value;
    }
}
