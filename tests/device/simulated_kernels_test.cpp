// The simulated device by itself, on kernels written here: threads that diverge and reconverge, barriers, exchange
// between lanes, and each kind of fault is reported with name, thread and line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "device/grid.h"
#include "device/module.h"

namespace murmur::simulated {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Kernels : public testing::Test {
 protected:
  /// A kernel with a pointer in %rd1 and its thread's number in %r1.
  static std::string kernel_with(const std::string& body, const std::string& declared = "") {
    return "\n.target sm_90\n.visible .entry test(\n\t.param .u64 test_param_0\n)\n{\n\t.reg .pred %p<9>;\n"
           "\t.reg .b32 %r<99>;\n\t.reg .f32 %f<99>;\n\t.reg .b64 %rd<99>;\n" +
           declared +
           "\tld.param.u64 \t%rd1, [test_param_0];\n\tmov.u32 %r1, %tid.x;\n"
           "\tmul.wide.u32 %rd2, %r1, 4;\n\tadd.s64 %rd3, %rd1, %rd2;\n" +
           body + "\n\tret;\n}\n";
  }
  void run(const std::string& body, Grid::Shape shape = {1, 1}, const std::string& declared = "") {
    Module module;
    module.add(kernel_with(body, declared));
    Random random(seed);
    std::vector<uint8_t> parameters(sizeof data);
    std::memcpy(parameters.data(), &data, sizeof data);
    Grid(*module.kernel("test"), memory, shape, parameters, ++launches, random).run();
  }
  std::string fault_of(const std::string& body, Grid::Shape shape = {1, 1},
                       const std::string& declared = "") {
    try {
      run(body, shape, declared);
    } catch (const DeviceFault& fault) {
      return fault.what();
    }
    return "nothing";
  }
  template <class T>
  T* allocate(std::initializer_list<T> values) {
    data = memory.allocate(values.size() * sizeof(T));
    std::copy(values.begin(), values.end(), static_cast<T*>(data));
    memory.set_written(reinterpret_cast<uint64_t>(data), values.size() * sizeof(T));
    return static_cast<T*>(data);
  }

  /// Kinds of threads that come first in 20 orders, by the register `kind`: %r1 their number, %r2 that of their block. All run once.
  size_t came_first(const std::string& kind, Grid::Shape shape) {
    std::set<uint32_t> firsts;
    for (seed = 1; seed <= 20; ++seed) {
      const uint32_t* count = allocate<uint32_t>({0, 0});
      run("\tmov.u32 %r2, %ctaid.x;\n\tatom.add.relaxed.gpu.u32 %r3,[%rd1], 1;\n\tsetp.eq.s32 %p1, %r3, 0;\n"
          "\t@%p1 st.global.u32 [%rd1+4], " +
              kind + ";",
          shape);
      EXPECT_EQ(count[0], 300u);
      firsts.insert(count[1]);
    }
    return firsts.size();
  }

  Memory memory{1 << 20};
  void* data = nullptr;
  uint64_t seed = 1;
  uint32_t launches = 0;
};

TEST_F(Kernels, ComputeBranchAndStore) {
  const float* numbers = allocate({3.0f, 5.0f, -1.0f, 0.0f});
  run("\tld.global.v2.f32 {%f1, %f2}, [%rd1];\n"
      "\tld.global.f32 %f3, [%rd1+8];\n"
      "\tfma.rn.f32 %f4, %f1, %f2, %f3;\n"
      "\tsetp.lt.f32 %p1, %f4, 0f41800000;\n"  // 16
      "\t@%p1 bra $L__BB0_2;\n"
      "\tst.global.f32 [%rd1+12], %f4;\n"
      "$L__BB0_2:\n"
      "\t@%p1 add.rn.f32 %f4, %f4, 0f3F800000;\n"
      "\t@%p1 st.global.f32 [%rd1+12], %f4;");
  EXPECT_EQ(numbers[3], 15.0f);
}

TEST_F(Kernels, CompareAndConvertAsTheManualSays) {
  const float* inputs = allocate({std::nanf(""), 1e30f});
  run("\tld.global.v2.f32 {%f1, %f2}, [%rd1];\n"
      "\tsetp.lt.f32 %p1, %f1, %f2;\n\tsetp.ltu.f32 %p2, %f1, %f2;\n\tsetp.ne.f32 %p3, %f1, %f2;\n"
      "\tselp.f32 %f3, 0f3F800000, 0f00000000, %p1;\n\t@%p2 add.rn.f32 %f3, %f3, 0f40000000;\n"
      "\t@%p3 add.rn.f32 %f3, %f3, 0f40800000;\n"
      "\tcvt.rzi.s32.f32 %r1, %f2;\n\tst.global.f32 [%rd1], %f3;\n\tst.global.u32 [%rd1+4], %r1;");
  EXPECT_EQ(inputs[0], 2.0f) << "only the unordered comparison holds for NaN";
  int32_t converted;
  std::memcpy(&converted, &inputs[1], sizeof converted);
  EXPECT_EQ(converted, std::numeric_limits<int32_t>::max());
}

TEST_F(Kernels, APredicateThatIsSetCanBeNegated) {
  const float* numbers = allocate({0.0f, 0.0f});
  run("\tmov.pred %p1, -1;\n\tmov.pred %p2, 0;\n\tnot.pred %p3, %p1;\n\tor.pred %p4, %p2, %p3;\n"
      "\tselp.f32 %f1, 0f3F800000, 0f40000000, %p4;\n\tnot.pred %p5, %p2;\n"
      "\tselp.f32 %f2, 0f3F800000, 0f40000000, %p5;\n\tst.global.v2.f32 [%rd1], {%f1, %f2};");
  EXPECT_EQ(numbers[0], 2.0f) << "not -1 is false";
  EXPECT_EQ(numbers[1], 1.0f) << "not 0 is true";
}

TEST_F(Kernels, EveryThreadRunsOnceInAnOrderOfTheSeed) {
  EXPECT_GT(came_first("%r1", {3, 100}), 5u) << "threads that came first";
}

TEST_F(Kernels, BlocksBeginInAnOrderOfTheSeed) {
  EXPECT_GT(came_first("%r2", {300, 1}), 15u) << "blocks that came first: more than are there at once";
}

// One warp stores 1 in two words, one after the other. The other, which has seen the second, may still see 0 in the first, but not once it
// has seen 1 there.
TEST_F(Kernels, ARelaxedLoadMayBeOldAndNeverGoesBack) {
  int old = 0;
  for (seed = 1; seed <= 40; ++seed) {
    const uint64_t* seen = allocate<uint64_t>({0, 0, 9, 9});
    run("\tsetp.eq.s32 %p1, %r1, 32;\n\t@%p1 bra $L_1;\n\tsetp.ne.s32 %p1, %r1, 0;\n\t@%p1 bra $L_3;\n"
        "\tmov.b64 %rd4, 1;\n\tst.relaxed.gpu.b64 [%rd1], %rd4;\n\tst.relaxed.gpu.b64 [%rd1+8], %rd4;\n"
        "\tbra.uni $L_3;\n"
        "$L_1:\n\tld.relaxed.gpu.b64 %rd5, [%rd1+8];\n\tsetp.eq.s64 %p2, %rd5, 0;\n\t@%p2 bra $L_1;\n"
        "\tld.relaxed.gpu.b64 %rd6, [%rd1];\n\tst.global.u64 [%rd1+16], %rd6;\n"
        "$L_2:\n\tld.relaxed.gpu.b64 %rd6, [%rd1];\n\tsetp.eq.s64 %p2, %rd6, 0;\n\t@%p2 bra $L_2;\n"
        "\tld.relaxed.gpu.b64 %rd7, [%rd1];\n\tst.global.u64 [%rd1+24], %rd7;\n$L_3:",
        {1, 64});
    old += seen[2] == 0 ? 1 : 0;
    EXPECT_EQ(seen[3], 1u) << "seed " << seed;
  }
  EXPECT_GT(old, 3);
  EXPECT_LT(old, 37);
}

// Each thread goes round as often as its number says; all reconverge behind, or the vote would hang.
constexpr const char* kLoops =
    "\tmov.u32 %r2, 0;\n$L_1:\n\tsetp.ge.u32 %p1, %r2, %r1;\n\t@%p1 bra $L_2;\n\tadd.s32 %r2, %r2, 1;\n"
    "\tbra.uni $L_1;\n$L_2:\n";

TEST_F(Kernels, LanesThatPartedMeetAgain) {
  for (seed = 1; seed <= 20; ++seed) {
    const uint32_t* out = allocate<uint32_t>({0});
    run(std::string(kLoops) +
            "\tsetp.gt.u32 %p2, %r2, 20;\n\tvote.sync.ballot.b32 %r3, %p2, -1;\n"
            "\tsetp.eq.s32 %p3, %r1, 0;\n\t@%p3 st.global.u32 [%rd1], %r3;",
        {1, 32});
    ASSERT_EQ(*out, 0xffe00000u) << "seed " << seed;
  }
}

TEST_F(Kernels, LanesExchangeValues) {
  uint32_t* out = allocate<uint32_t>({});
  data = out = static_cast<uint32_t*>(memory.allocate(128));
  run("\tmov.u32 %r9, %laneid;\n"
      "\t{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, %r9, 1, 0, -1;  @p add.u32 r0, r0, %r9;  "
      "mov.u32 %r2, r0;}\n\tst.global.u32 [%rd3], %r2;",
      {1, 32});
  EXPECT_EQ(out[0], 0u) << "nobody is above the first";
  for (uint32_t l = 1; l < 32; ++l) EXPECT_EQ(out[l], 2 * l - 1);
  run("\tshfl.sync.down.b32 %r2|%p1, %r1, 4, 31, -1;\n\tst.global.u32 [%rd3], %r2;", {1, 32});
  EXPECT_EQ(out[3], 7u);
  EXPECT_EQ(out[30], 30u);
}

constexpr const char* kShared = "\t.shared .align 4 .b8 words[512];\n";
// Thread i writes word i and reads the word of the thread 64 further.
const std::string kWriteShared =
    "\tmov.u32 %r4, words;\n\tshl.b32 %r5, %r1, 2;\n\tadd.s32 %r6, %r4, %r5;\n\tst.shared.u32 [%r6], %r1;\n";
const std::string kReadShared =
    "\txor.b32 %r7, %r5, 256;\n\tadd.s32 %r8, %r4, %r7;\n\tld.shared.u32 %r9, [%r8];\n\tst.global.u32 "
    "[%rd3], %r9;";

TEST_F(Kernels, ABarrierPartsWritesFromReads) {
  for (seed = 1; seed <= 20; ++seed) {
    data = memory.allocate(512);
    run(kWriteShared + "\tbar.sync 0;\n" + kReadShared, {1, 128}, kShared);
    for (uint32_t i = 0; i < 128; ++i) ASSERT_EQ(static_cast<uint32_t*>(data)[i], i ^ 64);
    EXPECT_THAT(
        fault_of(kWriteShared + kReadShared, {1, 128}, kShared),
        testing::AnyOf(AllOf(HasSubstr("data race"), HasSubstr("of shared memory"), HasSubstr("test, "),
                             HasSubstr("st.shared.u32"), HasSubstr("ld.shared.u32")),
                       HasSubstr("of shared memory that nobody wrote")))
        << "seed " << seed;
  }
}

TEST_F(Kernels, RacesAreTold) {
  allocate<uint32_t>({0, 0});
  EXPECT_THAT(fault_of("\tst.global.u32 [%rd1], %r1;", {1, 2}),
              AllOf(HasSubstr("data race at byte 0 of allocation number 1 (8 bytes)"), HasSubstr("thread 0"),
                    HasSubstr("thread 1"), HasSubstr("st.global.u32 [%rd1], %r1")));
  EXPECT_EQ(fault_of("\tmov.u32 %r2, 7;\n\tst.global.u32 [%rd1], %r2;", {1, 2}), "nothing")
      << "the same value";
  EXPECT_THAT(
      fault_of("\tld.global.u32 %r2, [%rd1];\n\tadd.s32 %r2, %r2, 1;\n\tst.global.u32 [%rd1], %r2;", {2, 1}),
      AllOf(HasSubstr("data race"), HasSubstr("block 0"), HasSubstr("block 1")));
  EXPECT_EQ(fault_of("\tatom.add.relaxed.gpu.u32 %r2,[%rd1], 1;\n\tld.relaxed.gpu.u32 %r3, [%rd1];", {5, 64}),
            "nothing");
}

TEST_F(Kernels, WrongAddressesAreTold) {
  allocate<float>({1.0f, 2.0f, 3.0f});
  const auto load = [&](const std::string& at) { return fault_of("\tld.global.f32 %f1, [%rd1" + at + "];"); };
  EXPECT_EQ(load("+8"), "nothing");
  EXPECT_THAT(load("+12"), AllOf(HasSubstr("test, thread 0 of block 0, line"), HasSubstr("reads 4 bytes"),
                                 HasSubstr("12 bytes from the begin of memory that is shorter"),
                                 HasSubstr("allocation number 1, 12 bytes")));
  EXPECT_THAT(load("+-4"), HasSubstr("4 bytes before the begin of memory"));
  EXPECT_THAT(load("+2"), HasSubstr("no multiple of that"));
  EXPECT_THAT(fault_of("\tst.global.u32 [%rd3], %r1;", {1, 4}),
              AllOf(HasSubstr("thread 3"), HasSubstr("writes 4 bytes"), HasSubstr("shorter")));
  EXPECT_THAT(fault_of("\tmov.u64 %rd9, 0;\n\tld.global.f32 %f1, [%rd9];"), HasSubstr("where no memory is"));
  ASSERT_TRUE(memory.release(data));
  EXPECT_THAT(load("+8"), HasSubstr("8 bytes into freed memory"));
  data = memory.allocate(12);
  EXPECT_THAT(load("+4"), HasSubstr("memory that nobody wrote"));
  EXPECT_FALSE(memory.release(static_cast<float*>(data) + 1));
}

TEST_F(Kernels, WaitingForNobodyIsTold) {
  allocate<uint32_t>({0});
  const std::string half = "\tsetp.lt.u32 %p1, %r1, 16;\n\t@%p1 bra $L_1;\n";
  EXPECT_THAT(fault_of(half + "\tvote.sync.any.pred %p2, %p1, -1;\n$L_1:\n\tvote.sync.all.pred %p2, %p1, -1;",
                       {1, 32}),
              AllOf(HasSubstr("hangs"), HasSubstr("vote.sync.")));
  EXPECT_THAT(fault_of(half + "\tvote.sync.any.pred %p2, %p1, 0xffff;\n$L_1:", {1, 32}),
              HasSubstr("run by a lane that it does not name"));
  EXPECT_THAT(
      fault_of("$L_1:\n\tld.volatile.global.u32 %r2, [%rd1];\n\tsetp.eq.s32 %p1, %r2, 0;\n\t@%p1 bra $L_1;"),
      AllOf(HasSubstr("test hangs"), HasSubstr("PTX")));
}

TEST_F(Kernels, WhatIsNotKnownIsTold) {
  EXPECT_THAT(fault_of("\tsin.approx.f32 %f1, %f1;"), HasSubstr("the instruction sin.approx.f32"));
  EXPECT_THAT(fault_of("\tadd.rn.f32 %f1, %f1;"), HasSubstr("other operands than known: add.rn.f32"));
  EXPECT_THAT(fault_of("\tmov.u32 %r1, 0x3340U;"), HasSubstr("the number 0x3340U"));
  EXPECT_THAT(fault_of("\tbra $L__BB7_1;"), HasSubstr("no label $L__BB7_1"));
  EXPECT_THAT(fault_of("\tadd.rn.f32 %f1, %rd1, %f1;"), HasSubstr("operands of other sizes"));
  EXPECT_EQ(Module().kernel("test"), nullptr);
}

}  // namespace
}  // namespace murmur::simulated
