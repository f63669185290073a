package io.gpulse.security;

import static io.gpulse.web.ContractParts.operation;
import static io.gpulse.web.ContractParts.parameter;
import static io.gpulse.web.ContractParts.response;
import static io.gpulse.web.ContractParts.typed;

import io.gpulse.web.ContractParts;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;

/** Describes sign-in and sign-out in the contract. */
final class LoginOperations implements OpenApiCustomizer, Ordered {

    private static final String TAG = "access";
    private static final String HTML = org.springframework.http.MediaType.TEXT_HTML_VALUE;
    private static final String FORM = org.springframework.http.MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    /** Precedes the customizer that adds the common responses. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void customise(OpenAPI document) {
        document.path("/login", new PathItem().get(page()).post(login()));
        document.path("/logout", new PathItem().post(logout()));
    }

    private static Operation page() {
        String what = "A form for a user and a password, or for a token. With a session: the user's name.";
        String theme = "The colours of the page: `dark` or `light`. Default: the setting of the browser.";
        Operation page = operation(TAG, "loginPage", "The sign-in page", what)
                .addParametersItem(text("continue", "The page of gpulse to open afterwards, as a relative address.")
                        .example("GPU-Memory"))
                .addParametersItem(text("lang", "The language of the page. Default: `Accept-Language`.")
                        .example("zh"))
                .addParametersItem(text("theme", theme).example("dark"))
                .addParametersItem(text("signed-out", "Shows that the user has signed out."));
        page.getResponses().addApiResponse("200", html("The page."));
        return page;
    }

    private static Operation login() {
        Schema<?> form = typed("object")
                .addProperty("user", typed("string").description("Name of a user; empty with a token."))
                .addProperty("secret", typed("string").description("The password, or the token."))
                .addProperty("continue", typed("string").description("The page of gpulse to go to, relative."));
        Content content = new Content().addMediaType(FORM, new MediaType().schema(form));
        String what = "Starts a session, whose cookie replaces the credentials in later requests.";
        Operation login = operation(TAG, "login", "Sign in", what)
                .requestBody(new RequestBody().required(true).content(content));
        login.getResponses()
                .addApiResponse("400", new ApiResponse().$ref(ProblemResponses.BAD_REQUEST))
                .addApiResponse(
                        "413",
                        response(
                                "The form is too large.",
                                ContractParts.reference(ProblemResponses.PROBLEM),
                                org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE))
                .addApiResponse("303", new ApiResponse().description("Signed in; `Location` is the page to open."))
                .addApiResponse("401", html("The user, password or token is wrong; the page reports it."))
                .addApiResponse("415", new ApiResponse().$ref(ProblemResponses.UNSUPPORTED_MEDIA_TYPE))
                .addApiResponse(
                        "429",
                        html("Too many wrong passwords from this address; the page shows how long to wait.")
                                .addHeaderObject(HttpHeaders.RETRY_AFTER, ContractParts.retryAfter()));
        return login;
    }

    private static Operation logout() {
        Operation logout = operation(TAG, "logout", "Sign out", "Ends the session.");
        logout.getResponses()
                .addApiResponse("303", new ApiResponse().description("Signed out; `Location` is the sign-in page."));
        return logout;
    }

    private static Parameter text(String name, String description) {
        return parameter(name, description, typed("string"));
    }

    private static ApiResponse html(String description) {
        return response(description, typed("string"), HTML);
    }
}
