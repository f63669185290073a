/** The history in a SQLite file: wide rows in three tiers, one writer, five readers. */
@NullMarked
package io.gpulse.history.sqlite;

import org.jspecify.annotations.NullMarked;
