"""Checks that each source includes the standard headers of the names that it uses, itself or through the project's headers.

Usage: includes_check.py REPOSITORY. Prints each fault as file: name: header, and exits 1 if there is one.

What one standard library includes within its own headers, the next version does not: a source without <algorithm> for
std::sort compiles with GCC 12 and not with GCC 14. The names are those that have one header only.
"""

import functools
import pathlib
import re
import sys

NAMES = {
    "algorithm": "all_of any_of binary_search clamp copy_if copy_n count count_if equal equal_range fill fill_n find find_if generate"
                 " is_sorted lower_bound max max_element merge min min_element minmax minmax_element mismatch none_of nth_element"
                 " partial_sort partition replace replace_if reverse rotate search shuffle sort stable_sort transform unique upper_bound",
    "array": "array",
    "atomic": "atomic atomic_ref",
    "bit": "bit_cast bit_ceil bit_width countl_zero countr_zero endian has_single_bit popcount rotl rotr",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": "acos asin atan atan2 ceil copysign cos exp floor fma fmod hypot isfinite isinf isnan ldexp log log10 log2 lround"
             " nextafter pow round signbit sin sqrt tan trunc",
    "condition_variable": "condition_variable",
    "cstdio": "FILE fclose fflush fgets fopen fprintf fputs fread fseek fwrite perror printf puts snprintf",
    "cstdlib": "_Exit abort atoi exit getenv strtod strtol strtoll strtoul strtoull system",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp",
    "deque": "deque",
    "exception": "current_exception exception_ptr rethrow_exception terminate uncaught_exceptions",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "function greater invoke less not_fn plus",
    "future": "async future promise",
    "iostream": "cerr cin cout",
    "limits": "numeric_limits",
    "map": "map multimap",
    "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag scoped_lock unique_lock",
    "numbers": "numbers",
    "numeric": "accumulate exclusive_scan gcd inclusive_scan inner_product iota lcm midpoint partial_sum reduce",
    "optional": "nullopt optional",
    "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64 normal_distribution random_device uniform_int_distribution uniform_real_distribution",
    "regex": "regex regex_replace regex_search smatch",
    "set": "multiset set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range overflow_error runtime_error",
    "string": "stod stoi string to_string",
    "string_view": "string_view",
    "thread": "jthread this_thread thread",
    "tuple": "make_tuple tie tuple",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
    "fmt/ranges.h": "join",  # of fmt: until version 10 also in fmt/format.h
}
HEADERS = {name: header for header, names in NAMES.items() for name in names.split()}
SOURCES = ("src", "kernels", "python", "tests", "benchmarks")
SUFFIXES = {".h", ".inl", ".cpp", ".cu", ".cuh"}
FOLDERS = ("src", ".", "tests", "benchmarks", "python")  # those that the builds name with -I
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
USE = re.compile(r"\b(?:std|fmt)::(\w+)")


def main(repository):
    texts = {path.relative_to(repository).as_posix(): path.read_text(encoding="utf-8")
             for folder in SOURCES for path in sorted((repository / folder).rglob("*")) if path.suffix in SUFFIXES}

    @functools.cache
    def direct(path):
        """The standard headers that a file includes, and the project's files."""
        standard, ours = set(), set()
        for system, own in INCLUDE.findall(texts[path]):
            candidates = [str(pathlib.PurePosixPath(folder, own)) for folder in (*FOLDERS, pathlib.PurePosixPath(path).parent)]
            ours.update([c for c in candidates if own and c in texts][:1])
            standard.add(system)
        return standard, ours

    def reached(path):
        found, todo, seen = set(), [path], set()
        while todo:
            file = todo.pop()
            if file not in seen:
                seen.add(file)
                standard, ours = direct(file)
                found |= standard
                todo += ours
        return found

    faults = 0
    for path, text in texts.items():
        if path.endswith(".inl"):
            continue  # included in the middle of a source, which has the headers
        if path.endswith(".h") and "#pragma once" not in text:
            print(f"{path}: #pragma once is missing")
            faults += 1
        included = reached(path)
        missing = {}
        for name in USE.findall(NOT_CODE.sub('""', text)):
            header = HEADERS.get(name)
            if header and header not in included:
                missing.setdefault(header, name)
        for header, name in missing.items():
            print(f"{path}: {name}: include <{header}>")
            faults += 1
    print(f"{len(texts)} files, {faults} faults")
    return 1 if faults or not texts else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
