#include "sim/machine/proc.h"

#include <fmt/format.h>

namespace murmur {

std::string cpu_model(std::istream& cpuinfo) {
  for (std::string line; std::getline(cpuinfo, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string gpu_driver(std::istream& version) {
  std::string line;
  if (!std::getline(version, line)) return {};
  const size_t colon = line.find(": ");
  return colon == std::string::npos ? line : line.substr(colon + 2);
}

double busy_seconds(std::istream& stat, double ticks_per_second) {
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft_irq = 0, steal = 0;
  if (!(stat >> name >> user >> nice >> system >> idle >> wait >> irq >> soft_irq >> steal)) return 0.0;
  return (user + nice + system + irq + soft_irq + steal) / ticks_per_second;
}

std::string load_warning(double busy, double own, double passed) {
  if (passed < 0.5) return {};  // too short: /proc/stat counts hundredths of a second
  const double others = (busy - own) / passed;
  if (others <= 0.05) return {};
  return fmt::format(
      "other programs used {:.2f} cores meanwhile: these times are disturbed, repeat them alone", others);
}

}  // namespace murmur
