#include "sim/rules/syntax.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/custom/program.h"

namespace murmur::rules {

namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokens_of(text)) {}

  Syntax parse() {
    if (next().kind == TokenKind::kEnd) refuse("an expression is missing");
    syntax_.begin = next().at;
    choice();
    if (next().kind != TokenKind::kEnd) refuse_rest();
    if (operations_ > kMostOwnOperations)
      throw TextFault{syntax_.begin, fmt::format("the expression has {} operations; at most {}", operations_,
                                                 kMostOwnOperations)};
    return std::move(syntax_);
  }

 private:
  /// Counts the recursion depth of the parser.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (parser.depth_++ > kDeepest)  // the whole expression is also a level
        parser.refuse(fmt::format("the expression is nested deeper than {}", kDeepest));
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  const Token& next() const { return tokens_[index_]; }
  bool is(std::string_view text) const {
    return next().kind != TokenKind::kNumber && next().text == text && !text.empty();
  }
  const Token& take() { return next().kind == TokenKind::kEnd ? next() : tokens_[index_++]; }
  [[noreturn]] void refuse(const std::string& what) const { throw TextFault{next().at, what}; }
  void expect(std::string_view sign, const std::string& where) {
    if (!is(sign)) refuse(fmt::format("'{}' is expected {}; here is {}", sign, where, described(next())));
    take();
  }
  [[noreturn]] void refuse_rest() const {
    const bool value = next().kind == TokenKind::kName || next().kind == TokenKind::kNumber || is("(");
    const bool decimal = is(",") && index_ > 0 && tokens_[index_ - 1].kind == TokenKind::kNumber &&
                         tokens_[index_ + 1].kind == TokenKind::kNumber;
    const bool branches = is("then") || is("else") || (index_ > 0 && tokens_[index_ - 1].text == "if");
    refuse(is(")") ? "this ')' has no '('"
                   : fmt::format("{} does not belong to the expression before it{}", described(next()),
                                 decimal    ? "; a number has a point: 0.5"
                                 : branches ? "; for if, then and else write c ? a : b"
                                 : value    ? "; an operator is missing"
                                            : ""));
  }

  size_t add(Term term) {
    if (term.kind != TermKind::kNumber && term.kind != TermKind::kName && term.kind != TermKind::kPart &&
        term.kind != TermKind::kIndex)
      ++operations_;
    syntax_.terms.push_back(std::move(term));
    return syntax_.terms.size() - 1;
  }
  size_t binary(const Token& sign, size_t left, size_t right) {
    return add({TermKind::kBinary, sign.at, sign.text, 0.0, {left, right}});
  }

  size_t choice() {
    const Level level(*this);
    const size_t condition = disjunction();
    if (!is("?")) return condition;
    const Token& sign = take();
    const size_t yes = choice();
    expect(":", "after c ? a");
    const size_t no = choice();
    return add({TermKind::kChoice, sign.at, sign.text, 0.0, {condition, yes, no}});
  }
  /// Parses operands joined by operators of one precedence, from left to right.
  size_t joined(size_t (Parser::*operand)(), std::string_view sign, std::string_view other) {
    size_t left = (this->*operand)();
    while (is(sign) || is(other)) {
      const Token& taken = take();
      left = binary(taken, left, (this->*operand)());
    }
    return left;
  }
  size_t disjunction() { return joined(&Parser::conjunction, "or", "or"); }
  size_t conjunction() { return joined(&Parser::negation, "and", "and"); }
  size_t negation() {
    if (!is("not")) return comparison();
    const Level level(*this);
    const Token& sign = take();
    return add({TermKind::kUnary, sign.at, sign.text, 0.0, {negation()}});
  }
  bool compares() const { return is("<") || is("<=") || is(">") || is(">=") || is("==") || is("!="); }
  size_t comparison() {
    const size_t left = sum();
    if (!compares()) return left;
    const Token& sign = take();
    const size_t both = binary(sign, left, sum());
    if (compares()) refuse("comparisons do not chain: write a < b and b < c");
    return both;
  }
  size_t sum() { return joined(&Parser::product, "+", "-"); }
  size_t product() {
    size_t left = signed_value();
    while (is("*") || is("/")) {
      const Token& sign = take();
      if (is("*")) refuse("there are no powers: write x * x");
      left = binary(sign, left, signed_value());
    }
    return left;
  }
  size_t signed_value() {
    if (is("+")) refuse("a sign '+' before a value has no use");
    if (!is("-")) return part();
    const Level level(*this);
    const Token& sign = take();
    return add({TermKind::kUnary, sign.at, sign.text, 0.0, {signed_value()}});
  }
  size_t part() {
    const size_t whole = value();
    if (!is(".")) return whole;
    take();
    const Token& name = next();
    if (!is("x") && !is("y") && !is("z")) refuse("the parts of a vector are .x, .y and .z");
    take();
    if (is(".")) refuse("a part of a vector is a number, which has no parts");
    return add({TermKind::kPart, name.at, name.text, 0.0, {whole}});
  }
  size_t value() {
    if (is("(")) {
      take();
      const size_t inner = choice();
      expect(")", "for the '(' before it");
      return inner;
    }
    if (is("not")) refuse("'not' is weaker than what is before it: write (not a)");
    if (is("and") || is("or") || (next().kind != TokenKind::kNumber && next().kind != TokenKind::kName))
      refuse(fmt::format("a value is expected; here is {}", described(next())));
    const Token& token = take();
    if (token.kind == TokenKind::kNumber) return add({TermKind::kNumber, token.at, token.text, token.number});
    Term term{TermKind::kName, token.at, token.text};
    if (is("(")) {
      term.kind = TermKind::kCall;
      list(")", "of the function", term.parts);
      if (token.text == "min" || token.text == "max")  // min and max take two arguments at a time
        operations_ += std::max(0, static_cast<int>(term.parts.size()) - 2);
    } else if (is("[")) {
      term.kind = TermKind::kIndex;
      list("]", "of the table", term.parts);
    }
    return add(std::move(term));
  }
  void list(std::string_view end, const char* of, std::vector<size_t>& parts) {
    take();
    while (!is(end)) {
      parts.push_back(choice());
      if (is(",")) {
        take();
        if (is(end)) refuse("a value is expected after ','");
      } else if (!is(end)) {
        refuse(fmt::format("',' or '{}' {} is expected; here is {}", end, of, described(next())));
      }
    }
    take();
  }

  std::vector<Token> tokens_;
  size_t index_ = 0;
  int depth_ = 0, operations_ = 0;
  Syntax syntax_;
};

}  // namespace

Syntax parse(std::string_view text) { return Parser(text).parse(); }

}  // namespace murmur::rules
