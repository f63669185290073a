/** Endpoints of nvidia-smi's grammar and of the table for terminals, and the stream of texts. */
@NullMarked
package io.gpulse.text;

import org.jspecify.annotations.NullMarked;
