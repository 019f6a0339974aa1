"""House rules, settings and answers about the rules, as they are drawn."""

from dataclasses import replace

import pytest

from bot.engine.pluck.variants import PRESETS, Boston, Deck
from bot.engine.registry import GAMES
from bot.store.rows import HouseSetRow
from bot.table.guilds import MOST_CHANNELS, GuildSettings
from bot.table.house import LONGEST_NAME, MOST_SETS, HouseSet
from bot.table.model import Options
from bot.ui.panel import ChannelMenu, Row
from bot.ui.press import SettingPress, TablePress, parse, with_choice
from bot.ui.render.topics import Reference
from tests.support.panels import (
    CONTENT,
    MOST_COMPONENTS,
    MOST_TEXT,
    ai,
    components,
    holder,
    lobby_table,
)

PLUCK = GAMES["pluck"]


def table(preset="classic", **rules):
    lobby = lobby_table(holder(0), ai(1), ai(2), preset=preset)
    return replace(lobby, rules=replace(lobby.rules, **rules))


def menu(panel, prompt):
    [found] = [each for each in panel.menus if each.prompt == prompt]
    return found


class TestEditor:
    def test_shows_what_is_chosen_and_offers_what_fits(self):
        boston = menu(CONTENT.house.editor(table(boston=Boston.DOUBLE)), "Boston")
        assert [each.value for each in boston.options] == ["announce", "double", "win"]
        assert [each.chosen for each in boston.options] == [False, True, False]

    def test_a_choice_is_a_press_that_the_table_understands(self):
        boston = menu(CONTENT.house.editor(table()), "Boston")
        pressed = with_choice(parse(boston.id), "win")
        assert pressed == TablePress("t4bl3", 0, "rule.boston.win")

    def test_says_what_differs_from_the_preset(self):
        text = CONTENT.house.editor(table(quotas=(9, 5, 3), boston=Boston.WIN)).text
        assert "• **Quotas: 9/5/3**" in text
        assert "• **Boston: wins the match at once**" in text
        assert text.count("• **") == 2
        assert "Nothing differs from classic." in CONTENT.house.editor(table()).text

    def test_says_what_cannot_be_and_why(self):
        plain = lobby_table(holder(0), *(ai(seat) for seat in (1, 2, 3)), preset="partners")
        text = CONTENT.house.editor(plain).text
        assert "Jokers: locked until trump is broken – not now: jokers cannot be locked" in text
        jokered = replace(plain, rules=replace(plain.rules, deck=Deck.JOKERS_FOR_RED_TWOS))
        assert "Jokers: locked" not in CONTENT.house.editor(jokered).text

    def test_three_handed_there_is_no_choice_of_the_first_lead(self):
        prompts = [each.prompt for each in CONTENT.house.editor(table()).menus]
        assert "First lead" not in prompts
        assert "the 2♣ is always led first" in CONTENT.house.editor(table()).text

    @pytest.mark.parametrize(("key", "text"), [("quotas", "7/6/4"), ("length", "20")])
    def test_numbers_are_written_in_a_form_that_begins_with_what_is(self, key, text):
        form = CONTENT.house.form(table(), key)
        assert form.text == text
        assert parse(form.id) == TablePress("t4bl3", 0, f"rule.{key}")
        assert len(form.title) <= 45
        assert len(form.label) <= 45
        assert len(form.about) <= 100

    @pytest.mark.parametrize("key", ["boston", "seats", ""])
    def test_nothing_else_has_a_form(self, key):
        assert CONTENT.house.form(table(), key) is None

    @pytest.mark.parametrize("boston", Boston)
    def test_the_way_back_is_open_where_something_differs(self, boston):
        [back] = [
            each
            for each in CONTENT.house.editor(table(boston=boston)).choices
            if each.label == "Back to classic"
        ]
        assert back.enabled is (boston is not Boston.ANNOUNCE)

    def test_hints_are_switched_off_and_on(self):
        shown = replace(table(), options=Options(hints=False))
        labels = [each.label for each in CONTENT.house.editor(shown).choices]
        assert "Allow hints" in labels

    def test_there_is_no_switch_for_hints_where_nobody_gives_any(self):
        rules = GAMES["pinochle"].presets["pinochle"]
        pinochle = replace(table(), game="pinochle", preset="pinochle", rules=rules)
        labels = [each.label for each in CONTENT.house.editor(pinochle).choices]
        assert not any("hints" in each for each in labels)

    @pytest.mark.parametrize(
        ("game", "preset"),
        [(key, preset) for key, game in GAMES.items() for preset in game.presets],
    )
    def test_every_point_and_value_has_words(self, game, preset):
        texts = CONTENT.texts
        for point in GAMES[game].house_rules(GAMES[game].presets[preset]):
            assert f"house_rule.{game}.{point.key}" in texts
            for each in point.alternatives:
                assert f"house_value.{game}.{point.key}.{each.value}" in texts
            if not point.alternatives:
                assert f"house_rule.{game}.about.{point.key}" in texts


class TestSettings:
    def shown(self, sets=(), **chosen):
        settings = GuildSettings(**chosen)
        return CONTENT.settings.settings(settings, {"pluck": sets}, settings.channels)

    def test_every_choice_is_a_setting(self):
        for each in self.shown().menus:
            pressed = parse(each.id)
            assert isinstance(pressed, SettingPress)
            assert with_choice(pressed, each.options[0].value) == SettingPress(
                pressed.key, each.options[0].value
            )
            assert sum(option.chosen for option in each.options) == 1

    def test_saved_rules_can_be_the_usual_ones(self):
        usual = menu(
            self.shown(("Friday",), presets={"pluck": "Friday"}), "Rules when none are named"
        )
        assert [each.value for each in usual.options if each.chosen] == ["Friday"]

    def test_what_was_removed_since_is_the_first_again(self):
        usual = menu(self.shown(presets={"pluck": "Friday"}), "Rules when none are named")
        assert [each.value for each in usual.options if each.chosen] == ["classic"]

    def test_what_is_chosen_is_shown_however_many_there_are(self):
        names = tuple(f"set {number:02}" for number in range(MOST_SETS))
        usual = menu(self.shown(names, presets={"pluck": names[-1]}), "Rules when none are named")
        assert [each.value for each in usual.options if each.chosen] == [names[-1]]
        assert len(usual.options) == 25

    def test_where_there_is_but_one_set_of_rules_nothing_is_asked(self):
        asked = {parse(each.id).key for each in self.shown().menus}
        several = {f"preset.{key}" for key, game in GAMES.items() if len(game.presets) > 1}
        assert {key for key in asked if key.startswith("preset.")} == several != set()

    def test_channels_are_chosen_from_a_menu_and_there_is_a_way_back(self):
        def channels(panel):
            [block] = [each for each in panel.blocks if isinstance(each, ChannelMenu)]
            return block

        everywhere, some = self.shown(), self.shown(channels=(5, 7))
        assert "in every channel" in everywhere.text
        assert "in <#5> and <#7> only" in some.text
        assert (channels(everywhere).chosen, channels(some).chosen) == ((), (5, 7))
        assert parse(channels(some).id) == SettingPress("channels")
        assert [(each.label, each.enabled) for each in everywhere.choices] == [
            ("Everywhere", False)
        ]
        assert [(each.label, each.enabled) for each in some.choices] == [("Everywhere", True)]

    def test_a_chosen_channel_that_is_gone_is_named_but_not_in_the_menu(self):
        panel = CONTENT.settings.settings(GuildSettings(channels=(5,)), {}, ())
        assert "in <#5> only" in panel.text
        assert [each.chosen for each in panel.blocks if isinstance(each, ChannelMenu)] == [()]

    def test_it_fits_with_everything_that_can_be_saved(self):
        names = tuple(f"{number:02}" + "x" * (LONGEST_NAME - 2) for number in range(MOST_SETS))
        channels = tuple(range(10**18, 10**18 + MOST_CHANNELS))
        panel = self.shown(names, presets={"pluck": names[0]}, channels=channels)
        assert components(panel) <= MOST_COMPONENTS
        assert len(panel.text) <= MOST_TEXT
        for each in panel.menus:
            assert 1 <= len(each.options) <= 25
            assert all(len(option.label) <= 100 for option in each.options)


class TestSavedRules:
    def test_a_set_shows_from_what_it_was_made_and_what_differs(self):
        rules = replace(PRESETS["race"], boston=Boston.WIN)
        panel = CONTENT.house.saved(HouseSet("*Fri*day", "pluck", "race", rules, "Ann"))
        assert r"\*Fri\*day" in panel.text
        assert "Starting from **race**." in panel.text
        assert "**Boston: wins the match at once**" in panel.text

    def test_a_list_of_none_says_how_to_save_some(self):
        assert "/house save" in CONTENT.house.listed(()).text

    def test_as_many_sets_as_there_may_be_are_listed(self):
        longest = {"name": "*" * LONGEST_NAME, "game": "pluck", "preset": "full-deck"}
        rows = [
            HouseSetRow(guild_id=1, **longest, rules="", saved_by=1, saver="*" * 100, at=0)
            for _ in range(MOST_SETS)
        ]
        assert len(CONTENT.house.listed(rows).text) <= MOST_TEXT


class TestTopics:
    def about(self, preset):
        return Reference("t4bl3", "pluck", preset, preset, PRESETS[preset])

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_answer_fits_and_leads_to_the_others(self, preset):
        for key, title in CONTENT.topics.titles("pluck"):
            page, last = 0, False
            while not last:
                panel = CONTENT.topics.answer(self.about(preset), key, page)
                assert title in panel.text
                assert len(panel.text) < 1_300
                assert components(panel) <= MOST_COMPONENTS
                [topics] = panel.menus
                assert [each.value for each in topics.options if each.chosen] == [key]
                rows = [block for block in panel.blocks if isinstance(block, Row)]
                last = not rows or not rows[0].choices[1].enabled
                page += 1

    def test_a_page_behind_the_last_is_the_last(self):
        assert CONTENT.topics.answer(self.about("classic"), "dimmed", 99) is not None

    def test_an_unknown_topic_has_no_answer(self):
        assert CONTENT.topics.answer(self.about("classic"), "moon", 0) is None
