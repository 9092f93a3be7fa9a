// What the texts of /proc say about a machine and its load. Opens no file and asks no clock: machine.cpp, which calls it,
// does, and tests pass texts.
#pragma once

#include <istream>
#include <string>

namespace murmur {

/// /proc/cpuinfo: the name of the first processor; "unknown processor" if it has none.
std::string cpu_model(std::istream& cpuinfo);
/// /proc/driver/nvidia/version: its first line, without what stands before ": "; empty without a driver.
std::string gpu_driver(std::istream& version);
/// /proc/stat: busy time of all cores [s], stolen time of a virtual machine included; 0 if it cannot be read.
double busy_seconds(std::istream& stat, double ticks_per_second);

/// A sentence if other programs used more than 5 % of a core: all cores were busy for `busy` seconds of which this program
/// used `own`, while `passed` seconds passed. Empty otherwise, and when too little time has passed to tell.
std::string load_warning(double busy, double own, double passed);

}  // namespace murmur
