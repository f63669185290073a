package io.gpulse.security;

import static org.springframework.web.reactive.function.server.RequestPredicates.path;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.gpulse.web.CommandLineAccess;
import io.gpulse.web.PublicPages;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** Puts the guards at the door. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
@EnableConfigurationProperties(SecurityProperties.class)
class SecurityConfiguration {

    private static final int PASSWORDS_AT_ONCE = 2;
    private static final int PASSWORDS_WAITING = 64;
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
    private static final String NOBODY = "anonymous";

    /** Who stands at the door: one looks at what is shown, one lets in, one turns away. */
    record Guards(
            AuthenticationWebFilter credentials, Doorman doorman, Refusals refusals, List<GrantedAuthority> everyone) {}

    @Bean
    Guards guards(SecurityProperties properties, CredentialCheck check, Refusals refusals, PublicPages pages) {
        AuthenticationWebFilter credentials = new AuthenticationWebFilter(check);
        credentials.setServerAuthenticationConverter(new AuthorizationHeader(properties));
        Doorman doorman = new Doorman(pages);
        credentials.setAuthenticationFailureHandler(new CredentialFailure(doorman, refusals));
        return new Guards(credentials, doorman, refusals, ofEveryone(properties));
    }

    @Bean
    SecurityWebFilterChain securityWebFilterChain(ServerHttpSecurity http, Guards guards, SignedIn sessions) {
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                .cors(ServerHttpSecurity.CorsSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .headers(ServerHttpSecurity.HeaderSpec::disable)
                .requestCache((cache) -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .securityContextRepository(sessions)
                .anonymous((everyone) -> everyone.principal(NOBODY).authorities(guards.everyone()))
                .addFilterAt(guards.credentials(), SecurityWebFiltersOrder.AUTHENTICATION)
                .authorizeExchange((doors) -> doors.anyExchange().access(guards.doorman()))
                .exceptionHandling((trouble) ->
                        trouble.authenticationEntryPoint(guards.refusals()).accessDeniedHandler(guards.refusals()))
                .build();
    }

    /** A caller has to have some authority, were it only that of being nobody. */
    private static List<GrantedAuthority> ofEveryone(SecurityProperties properties) {
        Set<Scope> scopes = properties.ofEveryone();
        return scopes.isEmpty() ? AuthorityUtils.createAuthorityList(NOBODY) : Scope.authorities(scopes);
    }

    /** Checked as early as this, so that gpulse listens nowhere before. */
    @Bean
    CredentialCheck credentialCheck(
            SecurityProperties properties, Environment environment, @Qualifier("passwords") Scheduler passwords) {
        Exposure.check(environment, properties);
        return new CredentialCheck(new Keyring(properties), new Attempts(Clock.systemUTC()), passwords);
    }

    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("passwords")
    Scheduler passwordScheduler() {
        return Schedulers.newBoundedElastic(PASSWORDS_AT_ONCE, PASSWORDS_WAITING, "gpulse-passwords", 60, true);
    }

    @Bean
    SignedIn signedIn() {
        return new SignedIn(Clock.systemUTC());
    }

    @Bean(WebHttpHandlerBuilder.FORWARDED_HEADER_TRANSFORMER_BEAN_NAME)
    ForwardedHeaders forwardedHeaders(Environment environment) {
        return new ForwardedHeaders(environment);
    }

    @Bean
    Access access(SecurityProperties properties) {
        return new Access(properties.ofEveryone().contains(Scope.READ));
    }

    @Bean
    Problems problems(JsonMapper json) {
        return new Problems(json);
    }

    @Bean
    Refusals refusals(Problems problems, SecurityProperties properties) {
        return new Refusals(problems, properties);
    }

    /** Looks at addresses only: headers and parameters are looked at by who reads them. */
    @Bean
    StrictServerWebExchangeFirewall firewall() {
        StrictServerWebExchangeFirewall firewall = new StrictServerWebExchangeFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowedHeaderNames((name) -> true);
        firewall.setAllowedHeaderValues((value) -> true);
        firewall.setAllowedParameterNames((name) -> true);
        firewall.setAllowedParameterValues((value) -> true);
        return firewall;
    }

    @Bean
    @LoginOperations
    RouterFunction<ServerResponse> loginRoutes(
            SecurityProperties properties, CredentialCheck check, SignedIn sessions) {
        LoginRoutes routes = new LoginRoutes(new LoginPage(properties), check, sessions);
        return route(path("/login"), routes::login).andRoute(path("/logout"), routes::logout);
    }

    @Bean
    SecurityHeaders securityHeaders(SecurityProperties properties) {
        return new SecurityHeaders(properties.frameAncestors());
    }

    @Bean
    HostFilter hostFilter(SecurityProperties properties, Problems problems) {
        HostNames names = new HostNames(properties.hosts(), HostNames.ofMachine(HOSTNAME, System.getenv()));
        return new HostFilter(names, problems);
    }

    @Bean
    OriginFilter originFilter(Problems problems) {
        return new OriginFilter(problems);
    }

    @Bean
    HeaderFilter headerFilter(Problems problems) {
        return new HeaderFilter(problems);
    }

    /** For the command lines of processes: whether the caller may read them. */
    @Bean
    CommandLineAccess commandLineAccess(Environment environment) {
        String whom = environment.getProperty("gpulse.processes.command-line", "hidden");
        return switch (whom.toLowerCase(Locale.ROOT)) {
            case "all" -> (exchange) -> true;
            case "authenticated" -> (exchange) -> Doorman.has(exchange, Scope.READ_COMMANDS);
            default -> (exchange) -> false;
        };
    }
}
