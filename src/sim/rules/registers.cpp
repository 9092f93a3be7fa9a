#include "sim/rules/registers.h"

#include <algorithm>
#include <tuple>

namespace murmur::rules {

namespace {

/// The values of a program that its results need, in the order of instructions.
struct Order {
  std::vector<Id> inputs, code;
  size_t front = 0;
};

Order order_of(const std::vector<Value>& all, const std::vector<Id>& results, bool for_pairs) {
  std::vector<char> used(all.size(), 0), of_pair(all.size(), 0);
  for (const Id result : results) used[static_cast<size_t>(result)] = 1;
  for (size_t i = all.size(); i-- > 0;) {
    for (const Id from : all[i].from) {
      if (used[i] && from != kNone) used[static_cast<size_t>(from)] = 1;
    }
  }
  Order order;
  std::vector<Id> rest;
  for (size_t i = 0; i < all.size(); ++i) {
    const Value& value = all[i];
    of_pair[i] = value.is_input && value.input.input <= CustomInput::kOtherState;
    for (const Id from : value.from) {
      if (from != kNone && of_pair[static_cast<size_t>(from)]) of_pair[i] = 1;
    }
    if (!used[i]) continue;
    (value.is_input            ? order.inputs
     : for_pairs && of_pair[i] ? rest
                               : order.code)
        .push_back(static_cast<Id>(i));
  }
  order.front = for_pairs ? order.code.size() : 0;
  order.code.insert(order.code.end(), rest.begin(), rest.end());
  std::sort(order.inputs.begin(), order.inputs.end(), [&](Id a, Id b) {
    const CustomSlot &x = all[static_cast<size_t>(a)].input, &y = all[static_cast<size_t>(b)].input;
    return std::tie(x.input, x.component) < std::tie(y.input, y.component);
  });
  return order;
}

/// The last instruction that uses each value, by the value's number; the number of instructions if a value must be kept to the end.
std::vector<size_t> last_uses(const std::vector<Value>& all, const Order& order,
                              const std::vector<Id>& results, bool for_pairs) {
  const size_t end = order.code.size();
  std::vector<size_t> last(all.size(), 0);
  std::vector<char> in_front(all.size(), 0);
  for (size_t i = 0; i < end; ++i) {
    in_front[static_cast<size_t>(order.code[i])] = i < order.front;
    for (const Id from : all[static_cast<size_t>(order.code[i])].from) {
      if (from == kNone) continue;
      const bool kept = i >= order.front && in_front[static_cast<size_t>(from)];
      last[static_cast<size_t>(from)] = kept ? end : std::max(last[static_cast<size_t>(from)], i);
    }
  }
  for (const Id result : results) last[static_cast<size_t>(result)] = end;
  if (for_pairs) {
    for (const Id input : order.inputs) last[static_cast<size_t>(input)] = end;
  }
  return last;
}

}  // namespace

Listing list_program(const Values& values, const std::vector<Id>& results, bool for_pairs) {
  const std::vector<Value>& all = values.all();
  const Order order = order_of(all, results, for_pairs);
  const std::vector<size_t> last = last_uses(all, order, results, for_pairs);
  Listing listing;
  listing.same_for_pairs = order.front;
  std::vector<int> place(all.size(), 0);
  std::vector<char> taken;  // whether each register is in use
  const auto take = [&](Id id) {
    const auto free = std::find(taken.begin(), taken.end(), 0);
    place[static_cast<size_t>(id)] = static_cast<int>(free - taken.begin());
    if (free == taken.end()) {
      taken.push_back(1);
    } else {
      *free = 1;
    }
  };
  for (const Id input : order.inputs) {
    take(input);
    listing.inputs.push_back(all[static_cast<size_t>(input)].input);
  }
  const auto at = [&](Id id) {
    return static_cast<uint8_t>(id == kNone ? 0 : place[static_cast<size_t>(id)]);
  };
  for (size_t i = 0; i < order.code.size(); ++i) {
    const Value& value = all[static_cast<size_t>(order.code[i])];
    take(order.code[i]);
    listing.code.push_back({value.op, at(order.code[i]), at(value.from[0]), at(value.from[1]),
                            at(value.from[2]), static_cast<uint16_t>(value.number)});
    for (const Id from : value.from) {
      if (from != kNone && last[static_cast<size_t>(from)] == i)
        taken[static_cast<size_t>(place[static_cast<size_t>(from)])] = 0;
    }
  }
  listing.registers = static_cast<int>(taken.size());
  if (listing.registers > kMostOwnRegisters) listing.code.clear();
  for (const Id result : results) listing.results.push_back(at(result));
  return listing;
}

}  // namespace murmur::rules
