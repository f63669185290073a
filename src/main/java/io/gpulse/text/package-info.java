/** nvidia-smi's grammar and the table for terminals: their endpoints, and the stream of texts. */
@NullMarked
package io.gpulse.text;

import org.jspecify.annotations.NullMarked;
