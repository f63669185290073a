package io.gpulse.security;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The session of a browser. */
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "access")
class SessionController {

    private final LoginSessions sessions;

    SessionController(LoginSessions sessions) {
        this.sessions = sessions;
    }

    @GetMapping("/session")
    @Operation(
            summary = "Session of this browser",
            description = "The session that the sign-in page started. A request with a token or a password has no"
                    + " session.")
    @ApiResponse(
            responseCode = "200",
            description = "The session.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = SessionResponse.class)))
    Mono<ResponseEntity<SessionResponse>> getSession(ServerWebExchange exchange) {
        return this.sessions
                .name(exchange)
                .map(SessionResponse::new)
                .defaultIfEmpty(new SessionResponse(null))
                .map((session) ->
                        ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(session));
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
