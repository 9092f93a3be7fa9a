#include <inttypes.h>
#include <murmur.h>
#include <stdio.h>

int main(void) {
  murmur_flock* flock;
  if (murmur_from_text("preset = \"book\"\nseed = 1", NULL, &flock) != MURMUR_DONE) {
    fprintf(stderr, "%s\n", murmur_error());
    return 1;
  }
  murmur_step(flock, 200);

  murmur_column position; /* without a copy, until the next step */
  murmur_view(flock, "position", &position);
  double sum = 0;
  for (int64_t i = 0; i < position.count; ++i)
    sum += ((const float*)((const char*)position.data + i * position.stride))[0];
  double polarisation;
  murmur_metric(flock, "polarisation", &polarisation);
  uint64_t hash;
  murmur_hash(flock, &hash);
  printf("mean x=%.3f polarisation=%.3f hash=%016" PRIx64 "\n", sum / (double)position.count, polarisation,
         hash);
  murmur_free(flock);
  return 0;
}
