// A figure of the user's (murmur reproduce FILE.toml): read in both forms, and the scenario of each point made.
#include <algorithm>

#include "app/sweep/figure.h"
#include "fuzz/fuzz.h"

using namespace murmur;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz(data, size, [](const std::string& text) {
    if (std::ranges::count(text, ',') > 1000)
      return;  // each point is a scenario that is read: right, and slow
    for (const bool quick : {false, true}) {
      const Figure figure = parse_figure(text, "figure", quick);
      expect(!figure.series.empty(), "a figure without curves");
      for (const FigureSeries& series : figure.series) {
        const Sampling& sampling = series.sampling;
        expect(sampling.seeds > 0 && sampling.every > 0 && sampling.skip + sampling.every <= sampling.steps,
               "a curve without samples");
      }
      for (const FigureCheck& check : figure.checks) {
        expect(!check.series.empty(), "a check of no curve");
        for (const size_t series : check.series)
          expect(series < figure.series.size() && !figure.series[series].points.empty(),
                 "a check of no curve");
      }
    }
  });
}
