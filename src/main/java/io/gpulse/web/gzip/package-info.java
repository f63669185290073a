/** Compressed bytes that responses share. */
@NullMarked
package io.gpulse.web.gzip;

import org.jspecify.annotations.NullMarked;
