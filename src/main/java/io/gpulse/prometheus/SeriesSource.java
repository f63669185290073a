package io.gpulse.prometheus;

/** A source of series, read in each scrape without a driver call. */
@FunctionalInterface
interface SeriesSource {

    void addTo(Exposition exposition);
}
