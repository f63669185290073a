/** What happened on the machine in a span of time, in a few sentences, from what is stored. */
@NullMarked
package io.gpulse.story;

import org.jspecify.annotations.NullMarked;
