/*
 * The floor of the evaluate benchmark: every rule against every boundary, no index, out at the first side that is disjoint.
 * A side is a list of closed ranges, ascending and apart; a product has three sides. Prints the best time of one pass in
 * nanoseconds, then how many pairs touch and how many rules lie inside.
 * File: boundary count, rule count, then per product three sides, each a length and its ranges; 32-bit little-endian.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { uint32_t count; const uint32_t *ranges; } side;
typedef struct { side sides[3]; } product;

static int overlaps(const side *a, const side *b) {
  uint32_t i = 0, j = 0;
  if (a->ranges[0] > b->ranges[2 * b->count - 1] || b->ranges[0] > a->ranges[2 * a->count - 1]) return 0;
  while (i < a->count && j < b->count) {
    if (a->ranges[2 * i + 1] < b->ranges[2 * j]) i++;
    else if (b->ranges[2 * j + 1] < a->ranges[2 * i]) j++;
    else return 1;
  }
  return 0;
}

static int contains(const side *outer, const side *inner) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < inner->count; i++) {
    while (j < outer->count && outer->ranges[2 * j + 1] < inner->ranges[2 * i]) j++;
    if (j == outer->count || outer->ranges[2 * j] > inner->ranges[2 * i] || outer->ranges[2 * j + 1] < inner->ranges[2 * i + 1]) return 0;
  }
  return 1;
}

/* 0 disjoint, 1 overlap, 2 covers, 3 inside, 4 equal */
static int relate(const product *a, const product *b) {
  int inside = 1, covers = 1;
  for (int s = 2; s >= 0; s--) if (!overlaps(&a->sides[s], &b->sides[s])) return 0;
  for (int s = 0; s < 3 && inside; s++) inside = contains(&b->sides[s], &a->sides[s]);
  for (int s = 0; s < 3 && covers; s++) covers = contains(&a->sides[s], &b->sides[s]);
  return inside ? (covers ? 4 : 3) : (covers ? 2 : 1);
}

int main(int argc, char **argv) {
  FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long bytes = ftell(file);
  rewind(file);
  uint32_t *words = malloc(bytes);
  if (!words || fread(words, 1, bytes, file) != (size_t)bytes) return 1;
  uint32_t boundaries = words[0], rules = words[1];
  product *products = malloc(sizeof(product) * (boundaries + rules));
  const uint32_t *next = words + 2;
  for (uint32_t p = 0; p < boundaries + rules; p++)
    for (int s = 0; s < 3; s++) {
      products[p].sides[s].count = *next++;
      products[p].sides[s].ranges = next;
      next += 2 * products[p].sides[s].count;
    }
  uint64_t best = UINT64_MAX;
  uint32_t touched = 0, inside = 0;
  uint8_t *verdicts = malloc((size_t)boundaries * rules);
  for (int pass = 0; pass < atoi(argv[2]); pass++) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    touched = inside = 0;
    for (uint32_t r = 0; r < rules; r++)
      for (uint32_t b = 0; b < boundaries; b++) {
        int relation = relate(&products[boundaries + r], &products[b]);
        verdicts[(size_t)r * boundaries + b] = (uint8_t)relation;
        touched += relation != 0;
        inside += relation >= 3;
      }
    clock_gettime(CLOCK_MONOTONIC, &to);
    uint64_t taken = (uint64_t)(to.tv_sec - from.tv_sec) * 1000000000u + (uint64_t)to.tv_nsec - (uint64_t)from.tv_nsec;
    if (taken < best) best = taken;
  }
  printf("%llu %u %u\n", (unsigned long long)best, touched, inside);
  return 0;
}
