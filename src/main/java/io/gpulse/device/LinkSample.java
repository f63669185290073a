package io.gpulse.device;

/**
 * One NVLink of a GPU at one moment.
 *
 * @param link the driver's number of it, from 0
 */
public record LinkSample(int link, Readings readings) {

    LinkSample renewedBy(LinkSample newer) {
        return new LinkSample(this.link, this.readings.renewedBy(newer.readings));
    }
}
