/** Ports by which features report their counts to a scrape, in addition to those of {@code io.gpulse.web}. */
@NullMarked
package io.gpulse.web.monitor;

import org.jspecify.annotations.NullMarked;
