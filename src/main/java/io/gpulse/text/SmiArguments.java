package io.gpulse.text;

import org.jspecify.annotations.Nullable;

/**
 * A command line of nvidia-smi.
 *
 * @param arg One argument; repeated for each, in their order. None: the table of `nvidia-smi` alone.
 */
record SmiArguments(@Nullable String arg) {}
