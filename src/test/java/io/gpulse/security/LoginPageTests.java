package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.security.LoginPage.Remark;
import io.gpulse.security.LoginPage.Visit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts of the sign-in page. */
class LoginPageTests {

    private static final SecurityProperties.Token TOKEN =
            new SecurityProperties.Token(Guarded.READER, null, Set.of(AccessScope.READ));
    private static final SecurityProperties.User USER =
            new SecurityProperties.User(Guarded.HASH, Set.of(AccessScope.READ));

    @ParameterizedTest
    @CsvSource({
        "true,  true,  Password or token, 'Wrong user name, password or token.'",
        "false, true,  Password,          Wrong user name or password.",
        "true,  false, Token,             Wrong token."
    })
    void itNamesTheCredentialsThatThereAre(boolean tokens, boolean users, String label, String remark) {
        SecurityProperties properties = new SecurityProperties(
                SecurityProperties.Anonymous.NONE,
                tokens ? Map.of("mine", TOKEN) : Map.of(),
                users ? Map.of("anna", USER) : Map.of(),
                List.of(),
                List.of());

        String page = new LoginPage(properties, "gpu-1").form(new Visit(Remark.WRONG, "", english()));

        assertThat(page).contains("<label>" + label + "\n", remark, "gpu-1");
        assertThat(page.contains("<label>User name")).isEqualTo(users);
    }

    private static LoginPresentation english() {
        return new LoginPresentation(List.of(), "");
    }
}
