/** Title, details, advice and likely causes of an event, in English and in Simplified Chinese. */
@NullMarked
package io.gpulse.event.text;

import org.jspecify.annotations.NullMarked;
