package io.gpulse.security;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.SchemaProperty;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springdoc.core.annotations.RouterOperation;
import org.springdoc.core.annotations.RouterOperations;
import org.springframework.web.bind.annotation.RequestMethod;

/** The descriptions of sign-in and sign-out in the OpenAPI document. */
@RouterOperations({
    @RouterOperation(
            path = "/login",
            method = RequestMethod.GET,
            operation =
                    @Operation(
                            operationId = "loginPage",
                            tags = "access",
                            summary = "The sign-in page",
                            description = "A form for a user and a password, or for a token. With a session: the"
                                    + " user's name.",
                            parameters = {
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
                                        description = "The colours of the page: `dark` or `light`. Default: the setting"
                                                + " of the browser.",
                                        example = "dark",
                                        schema = @Schema(type = "string")),
                                @Parameter(
                                        name = "signed-out",
                                        in = ParameterIn.QUERY,
                                        description = "Shows that the user has signed out.",
                                        schema = @Schema(type = "string"))
                            },
                            responses =
                                    @ApiResponse(
                                            responseCode = "200",
                                            description = "The page.",
                                            content =
                                                    @Content(
                                                            mediaType = "text/html",
                                                            schema = @Schema(type = "string"))))),
    @RouterOperation(
            path = "/login",
            method = RequestMethod.POST,
            operation =
                    @Operation(
                            operationId = "login",
                            tags = "access",
                            summary = "Sign in",
                            description = "Starts a session, whose cookie replaces the credentials in later requests.",
                            requestBody =
                                    @RequestBody(
                                            required = true,
                                            content =
                                                    @Content(
                                                            mediaType = "application/x-www-form-urlencoded",
                                                            schemaProperties = {
                                                                @SchemaProperty(
                                                                        name = "user",
                                                                        schema =
                                                                                @Schema(
                                                                                        type = "string",
                                                                                        description = "Name of a user;"
                                                                                                + " empty with a"
                                                                                                + " token.")),
                                                                @SchemaProperty(
                                                                        name = "secret",
                                                                        schema =
                                                                                @Schema(
                                                                                        type = "string",
                                                                                        description = "The password, or"
                                                                                                + " the token.")),
                                                                @SchemaProperty(
                                                                        name = "continue",
                                                                        schema =
                                                                                @Schema(
                                                                                        type = "string",
                                                                                        description = "The page of"
                                                                                                + " gpulse to go to,"
                                                                                                + " relative."))
                                                            })),
                            responses = {
                                @ApiResponse(responseCode = "400", ref = "#/components/responses/BadRequest"),
                                @ApiResponse(
                                        responseCode = "413",
                                        description = "The form is too large.",
                                        content =
                                                @Content(
                                                        mediaType = "application/problem+json",
                                                        schema = @Schema(ref = "#/components/schemas/Problem"))),
                                @ApiResponse(
                                        responseCode = "303",
                                        description = "Signed in; `Location` is the page to open."),
                                @ApiResponse(
                                        responseCode = "401",
                                        description = "The user, password or token is wrong; the page reports it.",
                                        content = @Content(mediaType = "text/html", schema = @Schema(type = "string"))),
                                @ApiResponse(responseCode = "415", ref = "#/components/responses/UnsupportedMediaType"),
                                @ApiResponse(
                                        responseCode = "429",
                                        description = "Too many wrong passwords from this address; the page shows how"
                                                + " long to wait.",
                                        headers =
                                                @Header(
                                                        name = "Retry-After",
                                                        description = "Seconds to wait before the next attempt.",
                                                        schema = @Schema(type = "integer")),
                                        content = @Content(mediaType = "text/html", schema = @Schema(type = "string")))
                            })),
    @RouterOperation(
            path = "/logout",
            method = RequestMethod.POST,
            operation =
                    @Operation(
                            operationId = "logout",
                            tags = "access",
                            summary = "Sign out",
                            description = "Ends the session.",
                            responses =
                                    @ApiResponse(
                                            responseCode = "303",
                                            description = "Signed out; `Location` is the sign-in page.")))
})
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface LoginOperations {}
