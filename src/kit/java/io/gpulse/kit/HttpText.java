package io.gpulse.kit;

/**
 * An HTTP response.
 *
 * @param status 0 without a response; the text has the reason
 */
record HttpText(int status, String text) {

    boolean ok() {
        return this.status == 200;
    }
}
