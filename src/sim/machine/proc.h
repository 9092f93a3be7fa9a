// Interprets texts of /proc about a machine and its load. Opens no file and reads no clock: machine.cpp does both,
// and tests pass texts.
#pragma once

#include <istream>
#include <string>

namespace murmur {

/// The name of the first processor in /proc/cpuinfo; "unknown processor" if there is none.
std::string cpu_model(std::istream& cpuinfo);
/// The first line of /proc/driver/nvidia/version after ": "; empty without a driver.
std::string gpu_driver(std::istream& version);
/// Busy time of all cores in /proc/stat [s], including the stolen time of a virtual machine; 0 if it cannot be read.
double busy_seconds(std::istream& stat, double ticks_per_second);

/// A sentence if other programs used more than 5 % of a core: all cores were busy for `busy` seconds, of which this
/// program used `own`, during `passed` seconds. Empty otherwise, and when `passed` is too short to tell.
std::string load_warning(double busy, double own, double passed);

}  // namespace murmur
