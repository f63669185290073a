package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Files, methods and lines stay so small that one reads them once, from top to bottom. */
class SourceBudgetTests {

    private static final int FILE = 300;
    private static final int METHOD = 30;
    private static final int PARAMETERS = 4;
    private static final int WIDTH = 120;

    /** A row for every metric there is: it grows with NVML, not with us. */
    private static final Set<String> CATALOGUES = Set.of("Metric.java");

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));

    @Test
    void everySourceFileIsWithinItsBudget() throws IOException {
        List<Source> sources = sources();
        assertThat(sources).hasSizeGreaterThan(50);

        assertThat(excesses(sources.toArray(Source[]::new))).isEmpty();
    }

    @Test
    void aFileThatIsTooLongIsFound() {
        String long300 = "class A {}\n" + "// why\n".repeat(FILE - 1);

        assertThat(excesses(new Source("A.java", long300))).isEmpty();
        assertThat(excesses(new Source("A.java", long300 + "//\n"))).containsExactly("A.java has 301 lines");
        assertThat(excesses(new Source("Metric.java", long300 + "//\n"))).isEmpty();
    }

    @Test
    void aLineThatIsTooWideIsFound() {
        String wide = "class A {} //" + "x".repeat(WIDTH - 12) + "\n";

        assertThat(excesses(new Source("A.java", wide))).containsExactly("A.java:1 is 121 wide");
    }

    @Test
    void aMethodThatIsTooLongIsFound() {
        String body = IntStream.range(0, METHOD - 1).mapToObj((i) -> "\n f();").collect(Collectors.joining());
        String source = "class A { void f() {" + body + "\n} }";

        assertThat(excesses(new Source("A.java", source))).containsExactly("A.java: f has 31 lines");
    }

    @Test
    void aMethodWithTooManyParametersIsFoundUnlessItOverrides() {
        String parameters = "(int a, int b, int c, int d, int e)";

        assertThat(excesses(new Source("A.java", "interface A { void f" + parameters + "; }")))
                .containsExactly("A.java: f has 5 parameters");
        assertThat(excesses(new Source("A.java", "class A { @Override void f" + parameters + " {} }")))
                .isEmpty();
        assertThat(excesses(new Source("A.java", "record A" + parameters + " { A { b = 1; } }")))
                .isEmpty();
    }

    private static List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String root : List.of("src/main/java", "src/test/java", "src/bench/java", "src/kit/java")) {
            if (Files.isDirectory(BASE.resolve(root))) {
                try (Stream<Path> files = Files.walk(BASE.resolve(root))) {
                    for (Path file : files.filter((path) -> path.toString().endsWith(".java"))
                            .sorted()
                            .toList()) {
                        sources.add(new Source(file.getFileName().toString(), Files.readString(file)));
                    }
                }
            }
        }
        return sources;
    }

    private static List<String> excesses(Source... sources) {
        List<String> found = new ArrayList<>();
        for (Source source : sources) {
            List<String> lines = source.text.lines().toList();
            if (lines.size() > FILE && !CATALOGUES.contains(source.fileName)) {
                found.add(source.fileName + " has " + lines.size() + " lines");
            }
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > WIDTH) {
                    found.add(source.fileName + ":" + (i + 1) + " is "
                            + lines.get(i).length() + " wide");
                }
            }
        }
        new Methods(List.of(sources), found).scan();
        return found;
    }

    /** A file's name and text, as the compiler reads it. */
    private static final class Source extends SimpleJavaFileObject {

        private final String fileName;
        private final String text;

        Source(String fileName, String text) {
            super(URI.create("string:///" + fileName), JavaFileObject.Kind.SOURCE);
            this.fileName = fileName;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return this.text;
        }
    }

    /** Reads methods as the compiler does: braces in texts and comments do not count. */
    private static final class Methods extends TreeScanner<Void, Tree.Kind> {

        private final List<String> found;
        private final JavacTask parser;
        private CompilationUnitTree unit;

        Methods(List<Source> sources, List<String> found) {
            this.found = found;
            this.parser = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(null, null, null, List.of("-proc:none"), null, sources);
        }

        void scan() {
            try {
                for (CompilationUnitTree parsed : this.parser.parse()) {
                    this.unit = parsed;
                    scan(parsed, null);
                }
            } catch (IOException ex) {
                throw new IllegalStateException("The sources cannot be parsed", ex);
            }
        }

        @Override
        public Void visitClass(ClassTree type, Tree.Kind outer) {
            return super.visitClass(type, type.getKind());
        }

        @Override
        public Void visitMethod(MethodTree method, Tree.Kind owner) {
            boolean constructor = method.getReturnType() == null;
            String file = this.unit.getSourceFile().getName().substring(1);
            String name = file + ": " + (constructor ? "constructor" : method.getName());
            int parameters = method.getParameters().size();
            if (parameters > PARAMETERS && !(constructor && owner == Tree.Kind.RECORD) && !isOverriding(method)) {
                this.found.add(name + " has " + parameters + " parameters");
            }
            int lines = method.getBody() == null ? 0 : lines(method.getBody());
            if (lines > METHOD) {
                this.found.add(name + " has " + lines + " lines");
            }
            return super.visitMethod(method, owner);
        }

        /** Methods that override do not count: their signature is given. */
        private static boolean isOverriding(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch((annotation) ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        private int lines(Tree tree) {
            var positions = Trees.instance(this.parser).getSourcePositions();
            var lineMap = this.unit.getLineMap();
            return (int) (lineMap.getLineNumber(positions.getEndPosition(this.unit, tree))
                    - lineMap.getLineNumber(positions.getStartPosition(this.unit, tree))
                    + 1);
        }
    }
}
