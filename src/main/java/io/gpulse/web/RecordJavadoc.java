package io.gpulse.web;

import com.github.therapi.runtimejavadoc.ClassJavadoc;
import com.github.therapi.runtimejavadoc.Comment;
import com.github.therapi.runtimejavadoc.CommentFormatter;
import com.github.therapi.runtimejavadoc.ParamJavadoc;
import com.github.therapi.runtimejavadoc.RuntimeJavadoc;
import org.jspecify.annotations.Nullable;

/** The Javadoc of a record, which describes its schema and its parameters in the OpenAPI document. */
public final class RecordJavadoc {

    private static final CommentFormatter FORMATTER = new CommentFormatter();

    private final ClassJavadoc javadoc;

    public RecordJavadoc(Class<?> type) {
        this.javadoc = RuntimeJavadoc.getJavadoc(type);
    }

    /** Returns the text of the record; null without one. */
    public @Nullable String text() {
        return text(this.javadoc.getComment());
    }

    /** Returns the text of a component; null without one. */
    public @Nullable String text(String component) {
        return this.javadoc.getRecordComponents().stream()
                .filter((known) -> known.getName().equals(component))
                .findFirst()
                .map(ParamJavadoc::getComment)
                .map(RecordJavadoc::text)
                .orElse(null);
    }

    /** Joins the lines of the source. */
    private static @Nullable String text(Comment comment) {
        String text = FORMATTER.format(comment).replaceAll("\\s+", " ").strip();
        return text.isEmpty() ? null : text;
    }
}
