package io.gpulse.web.parameter;

import java.util.ArrayList;
import java.util.List;

/** Regular expressions for whole numbers up to a maximum, since OpenAPI bounds a text only by its pattern. */
final class NumberPattern {

    private NumberPattern() {}

    /**
     * Returns an expression for the numbers from zero to the maximum, with leading zeros where there are fewer digits.
     *
     * @param most the maximum, above zero
     */
    static String upTo(long most) {
        String digits = Long.toString(most);
        List<String> ways = new ArrayList<>();
        if (digits.length() > 1) {
            ways.add(digits.length() == 2 ? "\\d" : "\\d{1," + (digits.length() - 1) + "}");
        }
        for (int place = 0; place < digits.length(); place++) {
            char least = place == 0 && digits.length() > 1 ? '1' : '0';
            if (digits.charAt(place) > least) {
                ways.add(digits.substring(0, place)
                        + between(least, (char) (digits.charAt(place) - 1))
                        + any(digits.length() - place - 1));
            }
        }
        ways.add(digits);
        return String.join("|", ways);
    }

    private static String between(char first, char last) {
        return first == last ? String.valueOf(first) : "[" + first + "-" + last + "]";
    }

    private static String any(int digits) {
        return switch (digits) {
            case 0 -> "";
            case 1 -> "\\d";
            default -> "\\d{" + digits + "}";
        };
    }
}
