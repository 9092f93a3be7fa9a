"""Refuses a processor on which the compiled part would end Python with an illegal instruction."""

import platform


def missing(cpuinfo: str) -> list:
    """What an x86-64 processor lacks, by the text of /proc/cpuinfo."""
    flags = next((line.split(":", 1)[1].split() for line in cpuinfo.splitlines() if line.startswith("flags")), None)
    return [] if flags is None else [name for name in ("avx2", "fma") if name not in flags]


def check() -> None:
    if platform.machine() not in ("x86_64", "AMD64"):
        return
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            text = file.read()
    except OSError:
        return
    if missing(text):
        raise ImportError("this processor lacks AVX2 and FMA (x86-64-v3), which murmur needs")


check()
