/** One scrape is one snapshot. */
@NullMarked
package io.gpulse.prometheus;

import org.jspecify.annotations.NullMarked;
