package io.gpulse.mcp;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message of JSON-RPC 2.0.
 *
 * @param id null for a notification
 * @param params empty when absent
 */
record RpcMessage(@Nullable JsonNode id, String method, ObjectNode params) {

    static final int NO_METHOD = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL = -32603;

    /** The beginning of keys of metadata. */
    static final String META = "io.modelcontextprotocol/";

    private static final int NOT_JSON = -32700;
    private static final int INVALID = -32600;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** An error, as the response to a message. */
    static final class Failure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        final ObjectNode response = JSON.createObjectNode().put("jsonrpc", "2.0");

        /** @param id of the message; null when unknown */
        Failure(int code, String sentence, @Nullable JsonNode id) {
            super(sentence, null, false, false);
            this.response.set("id", id == null ? this.response.nullNode() : id);
            this.response.putObject("error").put("code", code).put("message", sentence);
        }

        HttpStatus status() {
            int code = this.response.at("/error/code").intValue();
            return code == NO_METHOD ? HttpStatus.NOT_FOUND : code == INTERNAL ? HttpStatus.OK : HttpStatus.BAD_REQUEST;
        }
    }

    /** @throws Failure when the text is not one message */
    static RpcMessage parse(String text) {
        JsonNode node = read(text);
        JsonNode id = node.get("id");
        if (!node.isObject() || (id != null && !id.isString() && !id.isIntegralNumber())) {
            throw new Failure(
                    INVALID, "Send one JSON object, not a batch; its id is a string or a whole number.", null);
        }
        JsonNode params = node.has("params") ? node.get("params") : JSON.createObjectNode();
        if (!node.path("jsonrpc").asString("").equals("2.0")
                || !node.path("method").isString()) {
            throw new Failure(INVALID, "jsonrpc must be \"2.0\", and method a string.", id);
        }
        if (!(params instanceof ObjectNode object)) {
            throw new Failure(INVALID_PARAMS, "params must be an object.", id);
        }
        return new RpcMessage(id, node.get("method").stringValue(), object);
    }

    /** Returns the version in a message of the current protocol; null for an older one. */
    @Nullable
    String protocol() {
        JsonNode version = meta("protocolVersion");
        return version.isMissingNode() ? null : version.asString("");
    }

    /** Returns an entry of the protocol in the metadata. */
    JsonNode meta(String key) {
        return this.params.path("_meta").path(META + key);
    }

    /** Returns an error as the response to this message. */
    Failure failure(int code, String sentence) {
        return new Failure(code, sentence, this.id);
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException malformed) {
            throw new Failure(NOT_JSON, "The body must be one JSON value with each name once.", null);
        }
    }
}
