// The C interface with wrong arguments, in threads, in a forked process, and under another rounding.
#include <atomic>
#include <cfenv>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/library_flock.h"

namespace murmur {
namespace {

using testing::HasSubstr;

TEST_F(LibraryTest, NullIsRefusedByEveryFunction) {
  murmur_flock* none = nullptr;
  murmur_column column;
  uint64_t hash = 0;
  double numbers[3];
  char text[8];
  const std::pair<const char*, std::function<int()>> calls[] = {
      {"toml", [&] { return murmur_from_text(nullptr, nullptr, &none); }},
      {"flock", [&] { return murmur_from_text(kFlocks[0], nullptr, nullptr); }},
      {"path", [&] { return murmur_from_file(nullptr, nullptr, &none); }},
      {"flock", [&] { return murmur_from_file("x", nullptr, nullptr); }},
      {"name", [&] { return murmur_from_preset(nullptr, nullptr, &none); }},
      {"flock", [&] { return murmur_from_preset("book", nullptr, nullptr); }},
      {"checkpoint", [&] { return murmur_load(nullptr, nullptr, &none); }},
      {"flock", [&] { return murmur_load("x", nullptr, nullptr); }},
      {"flock", [&] { return murmur_step(nullptr, 1); }},
      {"flock", [&] { return murmur_event(nullptr, "{}"); }},
      {"json", [&] { return murmur_event(flock, nullptr); }},
      {"flock", [&] { return murmur_save(nullptr, "x"); }},
      {"checkpoint", [&] { return murmur_save(flock, nullptr); }},
      {"flock", [&] { return murmur_count(nullptr) == -1 ? MURMUR_WRONG : MURMUR_DONE; }},
      {"flock", [&] { return murmur_step_number(nullptr) == -1 ? MURMUR_WRONG : MURMUR_DONE; }},
      {"flock", [&] { return murmur_dimensions(nullptr) == -1 ? MURMUR_WRONG : MURMUR_DONE; }},
      {"flock", [&] { return murmur_hash(nullptr, &hash); }},
      {"hash", [&] { return murmur_hash(flock, nullptr); }},
      {"flock", [&] { return murmur_metric(nullptr, "clusters", numbers); }},
      {"name", [&] { return murmur_metric(flock, nullptr, numbers); }},
      {"value", [&] { return murmur_metric(flock, "clusters", nullptr); }},
      {"flock", [&] { return murmur_world(nullptr, numbers); }},
      {"size", [&] { return murmur_world(flock, nullptr); }},
      {"flock", [&] { return murmur_scenario(nullptr, text, sizeof text, nullptr); }},
      {"needed", [&] { return murmur_scenario(flock, nullptr, 0, nullptr); }},
      {"flock", [&] { return murmur_backend(nullptr, text, sizeof text, nullptr); }},
      {"needed", [&] { return murmur_backend(flock, nullptr, 0, nullptr); }},
      {"flock", [&] { return murmur_view(nullptr, "position", &column); }},
      {"column", [&] { return murmur_view(flock, nullptr, &column); }},
      {"view", [&] { return murmur_view(flock, "position", nullptr); }},
      {"flock", [&] { return murmur_copy(nullptr, "position", text, sizeof text); }},
      {"column", [&] { return murmur_copy(flock, nullptr, text, sizeof text); }},
      {"to", [&] { return murmur_copy(flock, "position", nullptr, 100 * 2 * sizeof(float)); }},
  };
  for (const auto& [what, call] : calls) {
    EXPECT_EQ(call(), MURMUR_WRONG) << what;
    EXPECT_THAT(murmur_error(), HasSubstr(std::string(what) + " is null"));
    EXPECT_EQ(none, nullptr);
  }
  murmur_free(nullptr);
  EXPECT_EQ(murmur_step_number(flock), 0);
}

TEST_F(LibraryTest, WrongArgumentsAreNamed) {
  murmur_flock* none = nullptr;
  murmur_column column;
  double value = 0;
  float few[3];
  murmur_options options = kTwoThreads;
  // The pattern of a sentence, and the call that fails with it.
  const auto refused = [](int status, const char* sentence, int wanted = MURMUR_WRONG) {
    EXPECT_EQ(status, wanted) << sentence;
    EXPECT_THAT(murmur_error(), testing::ContainsRegex(sentence));
  };
  refused(murmur_step(flock, -1), "-1 steps cannot be taken");
  refused(murmur_step(flock, INT64_MAX), "go beyond step");
  refused(murmur_event(flock, "nothing"), "not a JSON object");
  refused(murmur_event(flock, R"({"kind": "gust", "strength": 1e999})"), "a number that is too large");
  refused(murmur_save(flock, ""), "cannot write a file without a name");
  refused(murmur_event(flock, R"({"kind":"dance"})"), "kind 'dance' is not known; allowed: scatter");
  refused(murmur_event(flock, R"({"kind":"startle","steps":7,"step":3})"),
          "step 3 of the event is not the present one");
  refused(murmur_event(flock, R"({"kind":"set","key":"rules.radios","value":"60"})"), "rules.radios");
  refused(murmur_event(flock, R"({"kind":"remove","count":101})"), "101 boids cannot be removed");
  refused(murmur_view(flock, "colour", &column),
          "column 'colour' does not exist; allowed: position, velocity, id");
  refused(murmur_view(flock, "species", &column), "species: needs a scenario with");
  refused(murmur_copy(flock, "id", few, sizeof few), "column 'id' does not exist");
  refused(murmur_copy(flock, "target", few, sizeof few), "target: needs a scenario with");
  refused(murmur_copy(flock, "position", few, sizeof few),
          "position has 800 bytes, and there is room for 12");
  refused(murmur_metric(flock, "joy", &value), "metric 'joy' does not exist; allowed: polarisation, ");
  refused(murmur_metric(flock, "delta_v_mean", &value), "does not exist");
  refused(murmur_from_preset("boook", nullptr, &none), "boook.*book");
  refused(murmur_from_text("boids = -3\nrules.radius = 0", nullptr, &none), "boids.*\n.*rules.radius");
  refused(murmur_from_file("absent.toml", nullptr, &none), "absent.toml", MURMUR_FAILED);
  refused(murmur_load("absent", nullptr, &none), "absent", MURMUR_FAILED);
  refused(murmur_save(flock, path("no/folder").c_str()), "no/folder", MURMUR_FAILED);
  for (const size_t size : {size_t{0}, sizeof options - 1}) {
    options.size = size;
    refused(murmur_from_preset("book", &options, &none), "options: size is .*; allowed: sizeof");
  }
  options = kTwoThreads;
  options.backend = "gpu";
  refused(murmur_from_preset("book", &options, &none), "'gpu'");
  options = kTwoThreads;
  options.simd = "mmx";
  refused(murmur_from_preset("book", &options, &none), "simd 'mmx' does not exist");
  options = kTwoThreads;
  options.threads = -1;
  refused(murmur_from_preset("book", &options, &none), "threads: -1 is not allowed");
  options = kTwoThreads;
  options.gpu = -1;
  refused(murmur_from_preset("book", &options, &none), "gpu: -1 is not allowed");
  const std::string there = path("there");
  std::ofstream(there) << "kept";
  options = kTwoThreads;
  options.log = there.c_str();
  refused(murmur_from_preset("book", &options, &none),
          "there already and is kept; name another one, or delete it first");
  refused(murmur_load(there.c_str(), &options, &none), "there already");
  options.log = "new.jsonl";
  refused(murmur_load(there.c_str(), &options, &none), "log: a flock of a checkpoint writes none");
  EXPECT_EQ(none, nullptr);
}

TEST_F(LibraryTest, OptionsOfALaterVersion) {
  struct Later {
    murmur_options options = kTwoThreads;
    const char* more = nullptr;
  } later;
  later.options.size = sizeof later;
  murmur_flock* one = nullptr;
  EXPECT_EQ(murmur_from_preset("book", &later.options, &one), MURMUR_DONE);  // not used: the same
  murmur_free(one);
  later.more = "needed";
  EXPECT_EQ(murmur_from_preset("book", &later.options, &one), MURMUR_WRONG);
  EXPECT_THAT(murmur_error(), HasSubstr("are not known to version"));
}

TEST_F(LibraryTest, TheReferenceKeepsNoArrays) {
  murmur_options options = kTwoThreads;
  options.backend = "reference";
  murmur_flock* const one = made(kFlocks[0], &options);
  murmur_column column;
  EXPECT_EQ(murmur_view(one, "position", &column), MURMUR_FAILED);
  EXPECT_STREQ(murmur_error(), "backend reference keeps no arrays that can be looked at; use murmur_copy");
  murmur_free(one);
}

TEST_F(LibraryTest, RoundingOfTheCallerChangesNothing) {
  murmur_options options = kTwoThreads;
  options.threads = 1;  // threads of the library have a state of their own
  const auto flown = [&](int rounding) {
    std::fesetround(rounding);
    murmur_flock* const one = made(kFlocks[0], &options);
    murmur_step(one, 30);
    std::vector<double> found{static_cast<double>(hash_of(one) >> 11)};
    for (const char* name : {"polarisation", "nearest_mean", "speed_sd", "neighbourhood_polarisation"})
      murmur_metric(one, name, &found.emplace_back());
    murmur_free(one);
    EXPECT_EQ(std::fegetround(), rounding);
    std::fesetround(FE_TONEAREST);
    return found;
  };
  EXPECT_EQ(flown(FE_UPWARD), flown(FE_TONEAREST));
}

/// A call does not wait for the end of another one of many steps.
TEST_F(LibraryTest, ManyStepsLetOthersIn) {
  constexpr int64_t kSteps = 40'000;
  std::thread steps([this] { murmur_step(flock, kSteps); });
  int64_t now = 0;
  while ((now = murmur_step_number(flock)) == 0) std::this_thread::yield();
  EXPECT_LT(now, kSteps);
  steps.join();
}

TEST_F(LibraryTest, EachThreadHasItsError) {
  murmur_event(flock, "mine");
  const std::string mine = murmur_error();
  std::thread([this] {
    EXPECT_STREQ(murmur_error(), "");
    murmur_step(flock, -1);
  }).join();
  EXPECT_EQ(murmur_error(), mine);
}

TEST_F(LibraryTest, AForkIsRefused) {
  const pid_t child = fork();
  if (child == 0) {
    const bool refused = murmur_step(flock, 1) == MURMUR_FAILED &&
                         std::string(murmur_error()).find("belongs to process") != std::string::npos &&
                         murmur_count(flock) == -1;
    murmur_free(flock);
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(murmur_step(flock, 1), MURMUR_DONE);
}

/// All functions at once on one flock: they take turns, and each thread has errors of its own.
TEST_F(LibraryTest, ThreadsTakeTurns) {
  std::atomic<bool> over{false};
  std::atomic<int> failures{0};
  const auto look = [&](const char* wrong_column) {
    while (!over) {
      murmur_column column;
      uint64_t hash = 0;
      double value = 0, world[3];
      char text[4096];
      std::vector<float> copy(200);
      const int statuses[] = {murmur_hash(flock, &hash),
                              murmur_metric(flock, "polarisation", &value),
                              murmur_world(flock, world),
                              murmur_scenario(flock, text, sizeof text, nullptr),
                              murmur_backend(flock, text, sizeof text, nullptr),
                              murmur_view(flock, "position", &column),
                              murmur_copy(flock, "velocity", copy.data(), copy.size() * sizeof(float)),
                              murmur_save(flock, path(wrong_column).c_str())};
      for (const int status : statuses) failures += status != MURMUR_DONE;
      failures +=
          murmur_count(flock) != 100 || murmur_dimensions(flock) != 2 || murmur_step_number(flock) < 0;
      failures += murmur_view(flock, wrong_column, &column) != MURMUR_WRONG;
      failures += std::string(murmur_error()).find(wrong_column) == std::string::npos;
      murmur_flock* other = nullptr;
      failures += murmur_from_text(kFlocks[0], &kTwoThreads, &other) != MURMUR_DONE;
      failures += murmur_step(other, 3) != MURMUR_DONE;
      murmur_free(other);
    }
  };
  const auto step = [&] {
    for (int i = 0; i < 40; ++i) failures += murmur_step(flock, 5) != MURMUR_DONE;
    for (int i = 0; i < 20; ++i)
      failures += murmur_event(flock, R"({"kind":"set","key":"rules.radius","value":"50.0"})") != MURMUR_DONE;
  };
  std::thread looks[] = {std::thread(look, "one"), std::thread(look, "two")};
  std::thread steps[] = {std::thread(step), std::thread(step)};
  for (std::thread& thread : steps) thread.join();
  over = true;
  for (std::thread& thread : looks) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(murmur_step_number(flock), 400);
}

}  // namespace
}  // namespace murmur
