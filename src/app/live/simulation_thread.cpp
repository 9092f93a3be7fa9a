#include "app/live/simulation_thread.h"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "app/live/seconds.h"
#include "sim/util/exact_arithmetic.h"

namespace murmur {

Lease::Lease(SimulationThread& thread) : thread_(&thread) { ++thread.leases_; }

Lease::~Lease() {
  if (thread_) --thread_->leases_;
}

Simulation<float>& Lease::simulation() const { return thread_->run_->simulation(); }

SecondRun* Lease::second() const { return thread_->second_.get(); }

const RecordedRun& Lease::run() const { return *thread_->run_; }

RunReport Lease::take_report() const { return thread_->run_->take_report(); }

SimulationThread::SimulationThread(std::unique_ptr<RecordedRun> run, void (*wake)())
    : run_(std::move(run)), wake_(wake), thread_([this] { work(); }) {
  run_->cancel_when(cancel_);
}

SimulationThread::~SimulationThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  cancel();
  begin_.notify_one();
  thread_.join();
}

void SimulationThread::work() {
  const ExactArithmetic exact;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [this] { return stop_ || job_; });
    if (stop_) return;
    Job job = *std::exchange(job_, {});
    lock.unlock();
    JobResult result = perform(std::move(job), *run_, second_, cancel_);
    lock.lock();
    result_ = std::move(result);
    end_.notify_one();
    if (wake_) wake_();
  }
}

std::optional<Lease> SimulationThread::borrow() {
  if (running_) return std::nullopt;
  return Lease(*this);
}

void SimulationThread::start(Job job) {
  if (running_) throw std::logic_error("a job was started while another one runs");
  if (leases_ != 0) throw std::logic_error("a job was started while the simulation is lent");
  begun_ = seconds();
  running_ = true;
  cancel_ = false;
  {
    const std::lock_guard lock(mutex_);
    job_ = std::move(job);
  }
  begin_.notify_one();
}

std::optional<JobResult> SimulationThread::wait(double longest) {
  if (!running_) return std::nullopt;
  std::unique_lock lock(mutex_);
  if (!end_.wait_for(lock, std::chrono::duration<double>(longest), [this] { return result_.has_value(); }))
    return std::nullopt;
  running_ = false;
  return std::exchange(result_, std::nullopt);
}

double SimulationThread::seconds_running() const { return running_ ? seconds() - begun_ : 0.0; }

}  // namespace murmur
