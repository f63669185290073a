/** Texts in English and Simplified Chinese, read from {@code messages*.properties}. */
@NullMarked
package io.gpulse.event.message;

import org.jspecify.annotations.NullMarked;
