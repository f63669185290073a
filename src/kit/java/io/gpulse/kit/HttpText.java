package io.gpulse.kit;

/**
 * An HTTP response.
 *
 * @param status 0 when there was none; the text tells why then
 */
record HttpText(int status, String text) {

    boolean ok() {
        return this.status == 200;
    }
}
