// Values are taken back and made again by events, while the flock flies on: with the keys, from the panel, by tools, and with whole
// behaviours. What no longer holds is left alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "render/scene/complete_look.h"
#include "sim/scenario/key_values.h"
#include "support/edited_panel.h"

namespace murmur {
namespace {

class TakenBack : public EditedPanel {
 protected:
  void press_ctrl(char letter) {
    controls->handle(
        {.kind = InputEvent::Kind::kKey, .control = true, .character = static_cast<uint32_t>(letter)});
    settle();
  }
  KeyValues values() { return key_values(scenario()); }
};

TEST_F(TakenBack, AValueIsTakenBackAndTheFlockFliesOn) {
  open("preset = \"murmuration\"\nboids = 50");
  model->set_number("rules.max_speed", 5.0);
  settle();
  flock->steps(10);
  press_ctrl('z');
  EXPECT_EQ(scenario().rules.max_speed, 3.0);
  EXPECT_EQ(flock->run.step_number(), 10);
  ASSERT_EQ(events().size(), 2u);
  EXPECT_EQ(events()[1].step, 10);
  EXPECT_EQ(events()[1].key, "rules.max_speed");
  press_ctrl('y');
  EXPECT_EQ(scenario().rules.max_speed, 5.0);
  press_ctrl('z');
  press_ctrl('z');
  EXPECT_EQ(scenario().rules.max_speed, 3.0);
  EXPECT_EQ(events().size(), 4u);
  EXPECT_NE(notices.text().find("there is nothing to take back"), std::string::npos) << notices.text();
}

/// Of one change the palette, the background with the colour that went with it, and the pace; values between them in their turn.
TEST_F(TakenBack, TheLookIsTakenBackWithoutAnEvent) {
  open("preset = \"ruby\"\nboids = 50");
  settings.look = complete_look(scenario().view);
  const Look first = settings.look;
  const auto change = [&](auto&& how) {
    const Look before = settings.look;
    how(settings.look);
    controls->changes().note_look_change(before);
    settle();
  };
  change([](Look& look) { look.palette = Palette::kFire; });
  model->set_number("rules.max_speed", 4.5);
  settle();
  change([](Look& look) {
    look.background = {Background::kLight};
    look.colour.colour.reset();
  });
  type('+');
  const Look last = settings.look;
  EXPECT_EQ(last.steps_per_second, 2.0 * first.steps_per_second);
  press_ctrl('z');
  EXPECT_EQ(settings.look.steps_per_second, first.steps_per_second);
  EXPECT_EQ(settings.look.background.word, Background::kLight);
  press_ctrl('z');
  EXPECT_EQ(settings.look.colour, first.colour);
  EXPECT_EQ(settings.look.background, first.background);
  EXPECT_EQ(settings.look.palette, Palette::kFire);
  EXPECT_EQ(events().size(), 1u);
  press_ctrl('z');
  EXPECT_EQ(events().size(), 2u);
  EXPECT_EQ(settings.look.palette, Palette::kFire);
  press_ctrl('z');
  EXPECT_EQ(settings.look, first);
  EXPECT_EQ(notices.text(), "palette = \"usual\" again");
  for (int k = 0; k < 4; ++k) press_ctrl('y');
  EXPECT_EQ(settings.look, last);
  EXPECT_EQ(scenario().rules.max_speed, 4.5);
  EXPECT_EQ(events().size(), 3u);
  settings.look.palette = Palette::kOcean;  // another flock's: what was changed before is left alone
  for (int k = 0; k < 4; ++k) press_ctrl('z');
  EXPECT_EQ(settings.look.palette, Palette::kOcean);
}

TEST_F(TakenBack, KeysInOrderGoTogetherBothWays) {
  open("preset = \"murmuration\"\nboids = 50");
  const KeyValues before = values();
  model->set_number("rules.radius", 20.0);  // r shrinks with R
  const KeyValues after = values();
  settle();
  press_ctrl('z');
  EXPECT_EQ(values(), before);
  press_ctrl('y');
  EXPECT_EQ(values(), after) << notices.text();
  press_ctrl('z');
  EXPECT_EQ(values(), before);
  model->leave_alone(0, true);
  settle();
  press_ctrl('z');
  EXPECT_EQ(values(), before);
}

TEST_F(TakenBack, ADragIsOneChange) {
  open("preset = \"book\"\nboids = 50");
  for (int k = 1; k <= 20; ++k) {
    controls->changes().begin_frame({.frame = 100 + k, .time = 0.1 * k}, cost);
    model->set_number("rules.radius", 50.0 + k);
  }
  press_ctrl('z');
  EXPECT_EQ(scenario().rules.radius, 50.0);
}

TEST_F(TakenBack, WholeBehavioursComeAndGo) {
  open(
      "preset = \"murmuration\"\nboids = 50\n[[predator]]\nmax_speed = 4.0\n[[obstacle]]\nat = [50.0, "
      "50.0]\nradius = 20.0");
  std::vector<KeyValues> past{values()};
  for (const char* table : {"wind", "wind.gust", "rules.cruise", "noise", "goal", "cursor"}) {
    model->switch_table(table, true);
    settle();
    past.push_back(values());
  }
  model->switch_table("wind", false);
  settle();
  past.push_back(values());
  model->add(kObstacles, {100.0, 100.0});
  settle();
  past.push_back(values());
  model->add(kPredators);
  settle();
  past.push_back(values());
  model->set("obstacle[1].radius", 30.0);
  settle();
  past.push_back(values());
  model->remove(kObstacles, 0);
  settle();
  for (size_t k = past.size(); k-- > 0;) {
    press_ctrl('z');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
  for (size_t k = 1; k < past.size(); ++k) {
    press_ctrl('y');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
}

/// A species comes and goes with its row and column.
TEST_F(TakenBack, SpeciesComeAndGo) {
  const TableArray& species = table_array("species");
  open("preset = \"murmuration\"\nboids = 50");
  std::vector<KeyValues> past{values()};
  const auto acted = [&] {
    settle();
    past.push_back(values());
    EXPECT_NE(past.back(), past[past.size() - 2]) << notices.text();
  };
  model->add(species), acted();
  model->add(species), acted();
  model->set("pairs.alignment[0][1]", -1.0), acted();
  model->add(species), acted();
  model->set("pairs.radius[2][1]", 1.0), acted();
  model->set("species[2]", SetValue::table({{"catch_radius", 1.0},
                                            {"caught_by", SetValue::word("species-0")},
                                            {"becomes", SetValue::word("species-1")}})),
      acted();
  model->set("species[1].share", 0.5), acted();
  model->set("rules.radius", 80.0), acted();  // twice the same key would be one act
  model->set("species[1].share", SetValue()), acted();
  model->remove(species, 2), acted();
  model->remove(species, 0), acted();
  EXPECT_EQ(scenario().species[0].name, "species-1");
  model->set("species[0].max_speed", 2.0), acted();
  model->remove(species, 0), acted();
  EXPECT_FALSE(scenario().pairs);
  for (size_t k = past.size() - 1; k-- > 0;) {
    press_ctrl('z');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
  for (size_t k = 1; k < past.size(); ++k) {
    press_ctrl('y');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
}

TEST_F(TakenBack, RulesComeAndGo) {
  open("preset = \"murmuration\"\nboids = 50");
  std::vector<KeyValues> past{values()};
  const std::pair<const char*, const char*> sets[] = {
      {"rule[0]", "{ add = \"v * a\", let.a = { value = 1, to = 2 } }"},
      {"rule[0].let.a", "0.5"},
      {"rule[0].sums.s", "\"d\""},
      {"rule[0].add", "\"s * a\""},
      {"rule[1]", "{ add = \"v\" }"},
      {"rule[0].let.a.to", ""},
      {"rule[0].when", "\"n > 0\""},
      {"rule[0]", ""},
      {"rule", ""},
  };
  for (const auto& [key, value] : sets) {
    controls->changes().post({.kind = EventKind::kSet, .key = key, .value = value});
    settle();
    past.push_back(values());
    EXPECT_NE(past.back(), past[past.size() - 2]) << key << " " << notices.text();
  }
  for (size_t k = past.size() - 1; k-- > 0;) {
    press_ctrl('z');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
  for (size_t k = 1; k < past.size(); ++k) {
    press_ctrl('y');
    EXPECT_EQ(values(), past[k]) << k << " " << notices.text();
  }
}

TEST_F(TakenBack, AnObstacleThatWasDraggedGoesAtOnceAndThePointersPushIsAnAct) {
  open("preset = \"book\"\nboids = 50");
  controls->tools().choose(Tool::kAttract);
  mouse(InputEvent::Kind::kPress, 500, 400);
  controls->end_input();
  mouse(InputEvent::Kind::kRelease, 500, 400);
  press_ctrl('z');
  EXPECT_FALSE(scenario().cursor);
  EXPECT_EQ(notices.text(), "taken back: what the pointer did (step 0)");
  controls->tools().choose(Tool::kObstacle);
  mouse(InputEvent::Kind::kPress, 500, 400);
  mouse(InputEvent::Kind::kMove, 550, 400);
  controls->end_input();
  mouse(InputEvent::Kind::kRelease, 550, 400);
  ASSERT_EQ(scenario().obstacles.size(), 1u);
  press_ctrl('z');
  EXPECT_TRUE(scenario().obstacles.empty());
  EXPECT_EQ(notices.text(), "obstacle is gone");
}

/// Ctrl + Z takes the last act, whatever it was, and says which.
TEST_F(TakenBack, TheLastActIsTakenBack) {
  open("preset = \"murmuration\"\nboids = 50");
  flock->steps(5);
  model->add(kPredators);
  settle();
  flock->steps(5);
  model->add_boids(100);
  settle();
  EXPECT_EQ(simulation().count(), 150);
  flock->steps(5);
  press_ctrl('z');
  EXPECT_EQ(simulation().count(), 50);
  EXPECT_EQ(scenario().predators.size(), 1u) << "the act before";
  EXPECT_EQ(flock->run.step_number(), 10);
  EXPECT_EQ(notices.text(), "taken back: 100 boids more (step 10)");
  flock->steps(3);
  press_ctrl('z');
  EXPECT_TRUE(scenario().predators.empty());
  EXPECT_EQ(flock->run.step_number(), 13) << "a value: the flock flies on";
  press_ctrl('y');
  EXPECT_EQ(scenario().predators.size(), 1u);
  press_ctrl('y');
  EXPECT_EQ(simulation().count(), 150);
  EXPECT_EQ(flock->run.step_number(), 15);
  EXPECT_EQ(notices.text(), "made again: 100 boids more (step 15)");
}

TEST_F(TakenBack, APresetAStartleAndThePointersModeAreActs) {
  open("preset = \"murmuration\"\nboids = 50");
  flock->steps(4);
  controls->keys().choose_preset("ruby");
  settle();
  flock->steps(4);
  type('t');
  type('m');
  mouse(InputEvent::Kind::kMove, 300, 200);
  controls->end_input();
  settle();
  EXPECT_TRUE(scenario().cursor);
  press_ctrl('z');
  EXPECT_FALSE(scenario().cursor) << notices.text();
  press_ctrl('z');
  EXPECT_EQ(notices.text(), "taken back: startle (step 8)");
  press_ctrl('z');
  EXPECT_EQ(notices.text(), "taken back: the flock Parker in Ruby (step 4)");
  EXPECT_EQ(scenario().preset, "murmuration");
  press_ctrl('z');
  EXPECT_EQ(notices.text(), "there is nothing to take back");
  press_ctrl('y');
  EXPECT_EQ(scenario().preset, "ruby");
}

TEST_F(TakenBack, AnActThatIsPassedOverIsNamed) {
  open("preset = \"murmuration\"\nboids = 50");
  model->set_number("rules.max_speed", 5.0);
  settle();
  model->set_number("rules.radius", 60.0);
  settle();
  flock->run.post({.kind = EventKind::kSet, .key = "rules.radius", .value = "55.0"},
                  {.frame = 5000});  // a log's
  settle();
  press_ctrl('z');
  EXPECT_EQ(scenario().rules.radius, 55.0);
  EXPECT_EQ(notices.text(), "max speed = 3.0 again; passed over, changed since: radius R = 60.0");
}

/// What a change in the past has set aside is there again, with its acts.
TEST_F(TakenBack, InThePastAChangeBringsTheFutureBackWhenItIsTakenBack) {
  open("preset = \"murmuration\"\nboids = 50");
  flock->steps(10);
  model->add_boids(7);
  settle();
  flock->steps(10);
  model->set_number("rules.max_speed", 5.0);
  settle();
  flock->steps(10);
  flock->run.seek(15);
  settle();
  model->set_number("rules.radius", 60.0);  // the speed is set aside
  settle();
  flock->steps(2);
  EXPECT_EQ(flock->run.reach().last, 17);
  press_ctrl('z');
  EXPECT_EQ(flock->run.step_number(), 15);
  EXPECT_EQ(flock->run.reach().last, 30);
  EXPECT_EQ(notices.text(), "taken back: radius R = 60.0 (step 15); Space plays what came after");
  flock->steps(15);
  EXPECT_EQ(scenario().rules.max_speed, 5.0);
  EXPECT_FALSE(flock->run.reach().in_past);
  press_ctrl('z');
  EXPECT_EQ(scenario().rules.max_speed, 3.0) << notices.text();
  press_ctrl('y');
  EXPECT_EQ(scenario().rules.max_speed, 5.0) << notices.text();
  press_ctrl('y');
  EXPECT_EQ(scenario().rules.radius, 60.0) << notices.text();
  EXPECT_EQ(scenario().rules.max_speed, 3.0);
  EXPECT_EQ(flock->run.step_number(), 17);
  press_ctrl('z');
  press_ctrl('z');  // at step 15 the last act is that of the boids
  EXPECT_EQ(simulation().count(), 50) << notices.text();
  press_ctrl('y');
  EXPECT_EQ(simulation().count(), 57) << notices.text();
}

TEST(EventsTo, GiveAScenarioTheValuesOfAnother) {
  const auto flock = [](const std::string& more) {
    return ScenarioSource::from_text("preset = \"book\"\nboids = 50\n" + more, "test");
  };
  const std::vector<ScenarioSource> all{
      flock(""),
      flock("[rules]\nradius = 20.0\nseparation_radius = 15.0\ncohesion = { weight = 3.0 }\n[wind]\nvelocity "
            "= [0.1, 0.0]"),
      flock("[rules]\nradius = 90.0\nseparation_radius = 70.0\n[goal]\npath = [[80.0, "
            "80.0]]\n[[obstacle]]\nat = [50.0, "
            "60.0]\nradius = 9.0"),
      flock("[[obstacle]]\nat = [50.0, 60.0]\nradius = 5.0\n[[obstacle]]\nat = [150.0, 60.0]\nradius = "
            "7.0\n[noise]\n"
            "amount = 0.1"),
      flock("[[species]]\nname = \"a\"\nmax_speed = 1.0\n[[species]]\nname = \"b\"\ncatch_radius = 5.0\n"
            "caught_by = \"a\"\nbecomes = \"a\"\n[pairs]\nalignment = [[1, 2], [3, 4]]\nradius = [[0, 9], "
            "[0, 0]]"),
      flock("[[species]]\nname = \"b\"\nmax_speed = 0.5\nshare = 0.25\n[[species]]\nname = \"a\"\n[pairs]\n"
            "alignment = [[1, 2], [3, 5]]"),
      flock("species = [{}, {}, { colour = \"#ff0000\" }]\n[pairs]\nseparation = [[1, 2, 3], [4, 5, 6], [7, "
            "8, 9]]"),
      flock("[rules]\nradius = 70.0\n[goal]\nat = [1, 2]\n[[rule]]\nrange = 60.0\nlet.a = { value = 2, to = "
            "3 }\n"
            "sums.s = \"d\"\nadd = \"unit(goal - p) + s\"\n[[rule]]\nadd = \"v\""),
      flock("[cursor]\nat = [1, 2]\n[[rule]]\nlet.a = 1\nadd = \"unit(cursor - p) * a\""),
      flock("species = [{}, {}]\n[[rule]]\nlet.a = [1, 2]\nlet.b = [[1, 2], [3, 4]]\nadd = \"v * "
            "a[species]\"")};
  for (const ScenarioSource& from : all) {
    for (const ScenarioSource& to : all) {
      const KeyValues wanted = key_values(to.scenario());
      ScenarioSource now = from;
      int64_t boids = 50;
      const KeyValues values = key_values(from.scenario());
      const std::vector<Event> events = events_to(values, difference(values, wanted));
      EXPECT_EQ(events.empty(), &from == &to);
      for (const Event& event : events) now.accept(event, boids);
      EXPECT_TRUE(difference(key_values(now.scenario()), wanted).empty());
    }
  }
  const std::vector<DifferentValue> names = different_values(all[0].scenario(), all[1].scenario());
  const auto there = [&](const std::string& key, const std::string& first, const std::string& second) {
    return std::ranges::any_of(
        names, [&](const auto& one) { return one.key == key && one.first == first && one.second == second; });
  };
  EXPECT_TRUE(there("cohesion", "1.0", "3.0"));
  EXPECT_TRUE(there("radius", "50.0", "20.0"));
  EXPECT_TRUE(there("wind.velocity", "off", "[0.1, 0.0]"));
  EXPECT_TRUE(different_values(all[2].scenario(), all[2].scenario()).empty());
}

}  // namespace
}  // namespace murmur
