package io.gpulse.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpulse.event.Severity;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MessageFormatTests {

    private static final Notification MESSAGE = Notifications.message(Severity.CRITICAL, "GPU 3: lost");
    private static final Notification HOSTILE = Notifications.hostile();

    private static JsonNode json(MessageFormat format, Notification message) {
        MessageFormat.Body body = format.body(message);
        assertThat(body.type()).isEqualTo("application/json");
        return JsonMapper.shared().readTree(body.text());
    }

    @Test
    void jsonHasAllParts() {
        JsonNode json = json(MessageFormat.JSON, MESSAGE);

        assertThat(json.propertyNames())
                .containsExactly("kind", "severity", "rule", "host", "gpus", "title", "text", "advice", "link", "at");
        assertThat(json.get("kind").asString()).isEqualTo("alert");
        assertThat(json.get("gpus").get(0).asInt()).isEqualTo(3);
        assertThat(json(MessageFormat.JSON, HOSTILE).get("title").asString()).isEqualTo(Notifications.HOSTILE);
    }

    @Test
    void slackShowsTheLinkAndNoMarkupOfNames() {
        assertThat(json(MessageFormat.SLACK, MESSAGE).get("text").asString())
                .isEqualTo("*GPU 3: lost*\ntext\nadvice\n<https://g/gpus/3>");
        assertThat(json(MessageFormat.SLACK, HOSTILE).get("text").asString())
                .contains("&lt;!channel&gt;", "&amp;")
                .doesNotContain("<!channel>");
    }

    @Test
    void mattermostShowsNoMarkupAndNoMentionOfNames() {
        assertThat(json(MessageFormat.MATTERMOST, MESSAGE).get("text").asString())
                .isEqualTo("**GPU 3: lost**\ntext\nadvice\nhttps://g/gpus/3");
        assertThat(json(MessageFormat.MATTERMOST, HOSTILE).get("text").asString())
                .contains("\\[x\\]", "\\*b\\*")
                .doesNotContain("@here", "@channel");
    }

    @Test
    void teamsShowsRunsOfTextWhichHaveNoMarkup() {
        JsonNode card = json(MessageFormat.TEAMS, HOSTILE).at("/attachments/0/content");

        assertThat(card.get("type").asString()).isEqualTo("AdaptiveCard");
        assertThat(card.get("body").valueStream())
                .isNotEmpty()
                .allMatch((block) -> block.get("type").asString().equals("RichTextBlock"));
        assertThat(card.at("/actions/0/url").asString()).isEqualTo("https://g/");
    }

    @Test
    void ntfyHasHeadersOfOneLineInAscii() {
        MessageFormat.Body body = MessageFormat.NTFY.body(HOSTILE);
        String title = body.headers().get("Title");

        assertThat(body.headers().values()).allMatch((value) -> value.matches("[ -~]+"));
        assertThat(title).startsWith("=?UTF-8?B?").endsWith("?=");
        String decoded =
                new String(Base64.getDecoder().decode(title.substring(10, title.length() - 2)), StandardCharsets.UTF_8);
        assertThat(decoded).startsWith("a\"b X-Evil").contains("\u4e2d");
        assertThat(body.text()).isEqualTo(Notifications.HOSTILE);
        assertThat(MessageFormat.NTFY.body(MESSAGE).headers())
                .containsEntry("Title", "GPU 3: lost")
                .containsEntry("Priority", "5")
                .containsEntry("Click", "https://g/gpus/3");
    }

    @Test
    void aTemplateOfJsonIsEscaped() {
        String template = "{\"content\": \"{title} on {gpus}\"}";

        MessageFormat.Body body = MessageTemplate.fill(template, HOSTILE);

        assertThat(body.type()).isEqualTo("application/json");
        assertThat(JsonMapper.shared().readTree(body.text()).get("content").asString())
                .isEqualTo(Notifications.HOSTILE + " on 0, 1");
    }

    @Test
    void aTemplateOfTextIsFilledOnce() {
        assertThat(MessageTemplate.fill("{severity}: {title}", HOSTILE).text())
                .isEqualTo("critical: " + Notifications.HOSTILE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{titel} of {host} | p has the unknown placeholder {titel}; the nearest is {title}",
                "{\"a\": \"{title}\" | p begins like JSON but is not valid JSON"
            })
    void aWrongTemplateIsRefused(String template, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageTemplate.check(template, "p"))
                .withMessage(sentence);
    }
}
