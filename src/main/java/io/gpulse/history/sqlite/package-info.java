/** The history in a SQLite file: the connections and one repository per kind of row. */
@NullMarked
package io.gpulse.history.sqlite;

import org.jspecify.annotations.NullMarked;
