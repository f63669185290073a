package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.util.unit.DataSize;

/**
 * An amount of memory: {@code 40GiB}, {@code 500MiB}, {@code 40GB} (10⁹ bytes), {@code 40G} (GiB).
 * {@link DataSize#parse} reads GB as 2³⁰ bytes and has no fractions.
 */
final class DataSizeType implements ParameterType<DataSize> {

    /** The first letters of the units, in the order of their powers. */
    private static final String UNITS = "BKMGT";

    /** Limits the digits so that the value fits 64 bits. */
    private static final String PATTERN = "^\\d{1,6}(\\.\\d{1,6})? ?([KMGTkmgt]([iI]?[bB])?|[bB])$"
            + "|^\\d{7,9}(\\.\\d{1,6})? ?([KMGkmg]([iI]?[bB])?|[bB])$"
            + "|^\\d{10,12}(\\.\\d{1,6})? ?([KMkm]([iI]?[bB])?|[bB])$";

    private static final Pattern BOUNDED = Pattern.compile(PATTERN);

    @Override
    public Class<DataSize> type() {
        return DataSize.class;
    }

    @Override
    public DataSize convert(String text) {
        String written = text.strip();
        if (!BOUNDED.matcher(written).matches()) {
            throw new IllegalArgumentException("No amount of memory: " + text);
        }
        String unit = written.replaceAll("[\\d. ]", "").toUpperCase(Locale.ROOT);
        BigDecimal base = BigDecimal.valueOf(unit.length() == 2 ? 1000 : 1024);
        BigDecimal factor = base.pow(UNITS.indexOf(unit.charAt(0)));
        BigDecimal bytes = new BigDecimal(written.replaceAll("[^\\d.]", ""))
                .multiply(factor)
                .setScale(0, RoundingMode.CEILING);
        return DataSize.ofBytes(bytes.longValueExact());
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "an amount of memory with a unit, such as 40GiB, 500MiB or 40GB";
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        return new JsonSchema().types(Set.of("string")).pattern(PATTERN);
    }
}
