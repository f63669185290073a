package io.gpulse.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A client that sends requests as curl does: {@code Accept: *}{@code /*} unless set otherwise. */
public final class Http {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {}

    public static HttpResponse<String> get(TestServer server, String path) {
        return request(server, "GET", path, "*/*");
    }

    /** From a gpulse that is no {@link TestServer}. */
    public static HttpResponse<String> get(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Wait.PATIENCE)
                .build();
        return send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    public static HttpResponse<String> get(TestServer server, String path, String accept) {
        return request(server, "GET", path, accept);
    }

    public static HttpResponse<String> request(TestServer server, String method, String path, String accept) {
        HttpRequest request = to(server, path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept", accept)
                .build();
        return send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** @param headers names and values by turns */
    public static HttpResponse<String> post(TestServer server, String path, String body, String... headers) {
        HttpRequest.Builder request =
                to(server, path).POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        return send(request.headers(headers).build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    public static HttpResponse<byte[]> bytes(TestServer server, String path, String... headers) {
        return send(to(server, path).headers(headers).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest.Builder to(TestServer server, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Wait.PATIENCE);
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return CLIENT.send(request, body);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }
}
