/** Insights: rules over the recent past, their alerts in sentences, and the checks that pass. */
@NullMarked
package io.gpulse.insight;

import org.jspecify.annotations.NullMarked;
