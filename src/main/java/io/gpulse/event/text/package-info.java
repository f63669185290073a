/** What an event is called, what it means and what to do, in English and in Simplified Chinese. */
@NullMarked
package io.gpulse.event.text;

import org.jspecify.annotations.NullMarked;
