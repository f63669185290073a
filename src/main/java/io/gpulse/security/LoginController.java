package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.gpulse.web.body.RequestText;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.SchemaProperty;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.AuthenticationException;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.WebSessionIdResolver;
import reactor.core.publisher.Mono;

/**
 * Sign-in, session and sign-out of a browser. A session is needed because an EventSource can send a cookie, but no
 * header.
 */
@RestController
@Tag(name = "access")
class LoginController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    /** A relative address of a page of gpulse: without a parent folder, a scheme or a host. */
    private static final Pattern OWN_PAGE =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9._~%-]+)*)?(\\?[A-Za-z0-9._~%&=,:+-]*)?");

    /** The pattern recurses once per segment of a path. */
    private static final int LONGEST_PAGE = 500;

    private static final String SIGNED_OUT = "signed-out";
    private static final String USER = "Name of a user; empty with a token.";
    private static final String SECRET = "The password, or the token.";
    private static final String CONTINUE = "The page of gpulse to go to, relative.";

    private final LoginPage page;
    private final CredentialAuthenticator check;
    private final LoginSessions sessions;
    private final WebSessionIdResolver sessionIds;

    LoginController(
            LoginPage page, CredentialAuthenticator check, LoginSessions sessions, WebSessionIdResolver sessionIds) {
        this.page = page;
        this.check = check;
        this.sessions = sessions;
        this.sessionIds = sessionIds;
    }

    @GetMapping("/login")
    @Operation(
            operationId = "loginPage",
            summary = "The sign-in page",
            description = "A form for a user and a password, or for a token. With a session: the user's name.")
    @Parameters({
        @Parameter(
                name = "continue",
                in = ParameterIn.QUERY,
                description = "The page of gpulse to open afterwards, as a relative address.",
                example = "GPU-Memory",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "lang",
                in = ParameterIn.QUERY,
                description = "The language of the page. Default: `Accept-Language`.",
                example = "zh",
                schema = @Schema(type = "string")),
        @Parameter(
                name = "theme",
                in = ParameterIn.QUERY,
                description = "The colours of the page: `dark` or `light`. Default: the setting of the browser.",
                example = "dark",
                schema = @Schema(type = "string")),
        @Parameter(
                name = SIGNED_OUT,
                in = ParameterIn.QUERY,
                description = "Shows that the user has signed out.",
                schema = @Schema(type = "string"))
    })
    @ApiResponse(
            responseCode = "200",
            description = "The page.",
            content = @Content(mediaType = "text/html", schema = @Schema(type = "string")))
    Mono<ResponseEntity<String>> page(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        LoginPresentation presentation = LoginPresentation.of(request);
        String next = ownPage(request.getQueryParams().getFirst("continue"));
        return this.sessions
                .name(exchange)
                .map((user) -> this.page.signedIn(user, presentation))
                .switchIfEmpty(Mono.fromSupplier(
                        () -> this.page.form(new LoginPage.Visit(remark(exchange), next, presentation))))
                .map((html) -> html(HttpStatus.OK).body(html));
    }

    /** Returns the remark of the form. A browser with the cookie of an ended session was signed in before. */
    private LoginPage.Remark remark(ServerWebExchange exchange) {
        if (exchange.getRequest().getQueryParams().containsKey(SIGNED_OUT)) {
            return LoginPage.Remark.OUT;
        }
        boolean had = !this.sessionIds.resolveSessionIds(exchange).isEmpty();
        return had ? LoginPage.Remark.ENDED : LoginPage.Remark.NONE;
    }

    // The address of the form has the language and the theme of the page.
    @PostMapping("/login")
    @Parameters
    @Operation(
            operationId = "login",
            summary = "Sign in",
            description = "Starts a session, whose cookie replaces the credentials in later requests.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
                                            schemaProperties = {
                                                @SchemaProperty(
                                                        name = "user",
                                                        schema = @Schema(type = "string", description = USER)),
                                                @SchemaProperty(
                                                        name = "secret",
                                                        schema = @Schema(type = "string", description = SECRET)),
                                                @SchemaProperty(
                                                        name = "continue",
                                                        schema = @Schema(type = "string", description = CONTINUE))
                                            })))
    @ApiResponse(responseCode = "303", description = "Signed in; `Location` is the page to open.", content = @Content)
    @ApiResponse(
            responseCode = "401",
            description = "The user, password or token is wrong; the page reports it.",
            content = @Content(mediaType = "text/html", schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "400", ref = ProblemResponses.BAD_REQUEST)
    @ApiResponse(
            responseCode = "413",
            description = "The form is too large.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(ref = ProblemResponses.PROBLEM)))
    @ApiResponse(responseCode = "415", ref = ProblemResponses.UNSUPPORTED_MEDIA_TYPE)
    @ApiResponse(
            responseCode = "429",
            description = "Too many wrong passwords from this address; the page shows how long to wait.",
            headers =
                    @Header(
                            name = HttpHeaders.RETRY_AFTER,
                            description = "Seconds to wait before the next attempt.",
                            schema = @Schema(type = "integer")),
            content = @Content(mediaType = "text/html", schema = @Schema(type = "string")))
    Mono<ResponseEntity<String>> signIn(ServerWebExchange exchange) {
        return form(exchange).flatMap((form) -> signIn(exchange, form));
    }

    private static Mono<MultiValueMap<String, String>> form(ServerWebExchange exchange) {
        return Mono.defer(() -> {
                    RequestText.requirePlain(exchange);
                    return exchange.getFormData();
                })
                .onErrorMap(
                        DataBufferLimitException.class, (large) -> ProblemException.tooLarge("The form is too large."))
                .onErrorMap(
                        IllegalArgumentException.class,
                        (malformed) -> ProblemException.badRequest("The form is not URL-encoded."));
    }

    private Mono<ResponseEntity<String>> signIn(ServerWebExchange exchange, MultiValueMap<String, String> form) {
        String next = ownPage(form.getFirst("continue"));
        String user = first(form, "user");
        UnverifiedCredentials typed =
                UnverifiedCredentials.typed(user, first(form, "secret"), ClientAddress.of(exchange.getRequest()));
        return this.check
                .authenticate(typed)
                .flatMap((caller) -> this.sessions.begin(exchange, caller))
                .then(Mono.fromSupplier(() -> seeOther(next)))
                .onErrorResume(AuthenticationException.class, (wrong) -> {
                    String seconds = wrong instanceof TooManyAttemptsException many ? many.seconds() : "";
                    LoginPresentation presentation = LoginPresentation.of(exchange.getRequest());
                    LoginPage.Remark remark = seconds.isEmpty() ? LoginPage.Remark.WRONG : LoginPage.Remark.MANY;
                    return Mono.just(again(new LoginPage.Visit(remark, next, user, seconds, presentation)));
                });
    }

    private ResponseEntity<String> again(LoginPage.Visit visit) {
        String form = this.page.form(visit);
        return visit.remark() == LoginPage.Remark.MANY
                ? html(HttpStatus.TOO_MANY_REQUESTS)
                        .header(HttpHeaders.RETRY_AFTER, visit.seconds())
                        .body(form)
                : html(HttpStatus.UNAUTHORIZED).body(form);
    }

    private static ResponseEntity.BodyBuilder html(HttpStatus status) {
        return ResponseEntity.status(status).contentType(HTML).cacheControl(CacheControl.noStore());
    }

    @PostMapping("/logout")
    @Parameters
    @Operation(operationId = "logout", summary = "Sign out", description = "Ends the session.")
    @ApiResponse(responseCode = "303", description = "Signed out; `Location` is the sign-in page.", content = @Content)
    Mono<ResponseEntity<String>> signOut(ServerWebExchange exchange) {
        return exchange.getSession()
                .flatMap(WebSession::invalidate)
                .then(Mono.fromSupplier(
                        () -> seeOther("login?" + SIGNED_OUT + LoginPresentation.parameters(exchange.getRequest()))));
    }

    /** Redirects relative to this page, so that it works below any prefix. */
    private static ResponseEntity<String> seeOther(String page) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create("./" + page))
                .cacheControl(CacheControl.noStore())
                .build();
    }

    @GetMapping(path = "/api/v1/session", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Session of this browser",
            description = "The session that the sign-in page started. A request with a token or a password has no"
                    + " session.")
    @ApiResponse(responseCode = "200", description = "The session.", useReturnTypeSchema = true)
    Mono<SessionResponse> getSession(ServerWebExchange exchange) {
        return this.sessions.name(exchange).map(SessionResponse::new).defaultIfEmpty(new SessionResponse(null));
    }

    static String ownPage(@Nullable String page) {
        if (page == null || page.length() > LONGEST_PAGE || page.contains("..")) {
            return "";
        }
        return OWN_PAGE.matcher(page).matches() ? page : "";
    }

    private static String first(MultiValueMap<String, String> form, String name) {
        return Objects.requireNonNullElse(form.getFirst(name), "");
    }

    /** The user of a session. */
    @Schema(name = "Session", description = "Session of this browser.")
    record SessionResponse(
            @Schema(
                    description = "Name of the user or of the token; null without a session.",
                    types = {"string", "null"},
                    example = "anna")
            @Nullable
            String user) {}
}
