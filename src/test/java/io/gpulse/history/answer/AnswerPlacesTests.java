package io.gpulse.history.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.history.answer.AnswerPlaces.Place;
import io.gpulse.web.ProblemException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerPlacesTests {

    private static final int PER_ADDRESS = 4;

    private final AnswerPlaces places = new AnswerPlaces(PER_ADDRESS);
    private final List<String> admitted = new ArrayList<>();

    private Place come(String address, String name) {
        Place place = this.places.place(address);
        place.take(() -> this.admitted.add(name));
        return place;
    }

    @Test
    void eachAddressHasFourPermitsOfItsOwn() {
        for (int i = 0; i < 10; i++) {
            come("10.0.0.1", "one");
        }
        come("10.0.0.2", "other");

        assertThat(this.admitted).containsExactly("one", "one", "one", "one", "other");
    }

    @Test
    void aReleasedPermitGoesToTheFirstWaitingRequestThatMayHaveIt() {
        List<Place> hostile = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            hostile.add(come("10.0.0.1", "one" + i));
        }
        come("10.0.0.2", "other");
        this.admitted.clear();

        hostile.get(0).close();

        assertThat(this.admitted).containsExactly("one4");
    }

    @Test
    void thereAreEightPermitsInAll() {
        for (int i = 0; i < 20; i++) {
            come("10.0.0." + i, "some");
        }

        assertThat(this.admitted).hasSize(8);
    }

    @Test
    void twoAddressesLeaveAPermitToAThirdOne() {
        for (int i = 0; i < 10; i++) {
            come("10.0.0.1", "one");
            come("10.0.0.2", "two");
        }

        come("10.0.0.3", "three");

        assertThat(this.admitted).hasSize(8).endsWith("three");
    }

    @Test
    void releasedPermitsGoRoundByAddress() {
        List<Place> slow = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            slow.add(come(i % 2 == 0 ? "10.0.0.1" : "10.0.0.2", "slow"));
        }
        come("10.0.0.3", "three");
        for (int i = 0; i < 3; i++) {
            come("10.0.0.1", "one");
            come("10.0.0.4", "four");
        }
        this.admitted.clear();

        slow.forEach(Place::close);

        assertThat(this.admitted.subList(0, 3)).containsExactly("four", "four", "one");
    }

    @Test
    void fourAddressesLeaveAPlaceToWaitToAFifthOne() {
        List<String> refused = new ArrayList<>();
        for (int address = 1; address <= 4; address++) {
            for (int i = 0; i < 24; i++) {
                try {
                    come("10.0.0." + address, "any");
                } catch (ProblemException tooMany) {
                    refused.add("10.0.0." + address);
                }
            }
        }
        assertThat(refused).isNotEmpty();

        assertThat(come("10.0.0.5", "fifth")).isNotNull();
    }

    @Test
    void fiftyRepeatedRequestsOfAnAddressDoNotBlockOthers() {
        List<Place> hostile = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            for (int i = hostile.size(); i < 50; i++) {
                Place place = this.places.place("10.0.0.1");
                hostile.add(place);
                try {
                    place.take(() -> this.admitted.add("hostile"));
                } catch (ProblemException tooMany) {
                    hostile.remove(place);
                }
            }
            this.admitted.clear();
            try (Place other = come("10.0.0.2", "other")) {
                assertThat(other).isNotNull();
                assertThat(this.admitted).containsExactly("other");
            }
            hostile.forEach(Place::close);
            hostile.clear();
        }
    }

    @Test
    void aRequestThatIsCancelledWhileItWaitsIsNotAdmitted() {
        List<Place> four = new ArrayList<>();
        for (int i = 0; i < PER_ADDRESS; i++) {
            four.add(come("10.0.0.1", "first"));
        }
        come("10.0.0.1", "left").close();
        this.admitted.clear();

        four.forEach(Place::close);
        come("10.0.0.1", "next");

        assertThat(this.admitted).containsExactly("next");
    }

    @Test
    void theSeventeenthWaitingRequestIsRefused() {
        for (int i = 0; i < PER_ADDRESS + AnswerPlaces.MOST_WAITING_PER_ADDRESS; i++) {
            come("10.0.0.1", "one");
        }

        assertThatThrownBy(() -> come("10.0.0.1", "one"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("gpulse.history.max-answers-per-address");
    }
}
