#include "render/film/film_mp4.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

std::string ffmpeg_program() {
  const char* const named = std::getenv("MURMUR_FFMPEG");
  return named && *named ? named : "ffmpeg";
}

namespace {

/// Ignores SIGPIPE, so that write() returns an error if ffmpeg ends early.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  ~NoPipeSignal() { sigaction(SIGPIPE, &before_, nullptr); }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  struct sigaction before_ = {};
};

std::vector<std::string> ffmpeg_input(const FilmOptions& options) {
  return {ffmpeg_program(), "-hide_banner", "-loglevel", "error", "-nostdin", "-y",
          // read_framebuffer() returns the top row first, as ffmpeg expects it.
          "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size",
          fmt::format("{}x{}", options.width, options.height), "-framerate",
          fmt::format("{}", options.frames_per_second), "-i", "pipe:0"};
}

/// Output options for a GIF with a palette for each picture: a single palette would need all pictures in memory first.
std::vector<std::string> gif_output(const std::string& file) {
  return {"-vf",
          "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4",
          "-loop",
          "0",
          "-f",
          "gif",
          "file:" + file};
}

std::vector<std::string> mp4_output(const std::string& file, const FilmOptions& options) {
  // BT.709 is named in the file, too; otherwise players shift the colours.
  std::vector<std::string> words{"-vf",
                                 "scale=out_color_matrix=bt709:out_range=tv",
                                 "-colorspace",
                                 "bt709",
                                 "-color_primaries",
                                 "bt709",
                                 "-color_trc",
                                 "bt709",
                                 "-c:v",
                                 "libx264",
                                 "-pix_fmt",
                                 "yuv420p",
                                 "-crf",
                                 std::to_string(options.crf)};
  if (options.in_pieces)  // each piece has half a second
    words.insert(words.end(), {"-g", "15", "-movflags", "+frag_keyframe+empty_moov+default_base_moof"});
  else
    words.insert(words.end(), {"-movflags", "+faststart"});
  words.insert(words.end(), {"-f", "mp4", "file:" + file});
  return words;
}

/// Size of the complete pieces of an MP4 [bytes]: a piece is a box "moof" and the box "mdat" after it.
int64_t whole_bytes(const std::string& path) {
  const File file = open_to_read(path);
  std::fseek(file.get(), 0, SEEK_END);
  const int64_t all = std::ftell(file.get());
  int64_t whole = 0, at = 0;
  for (uint8_t head[8];
       std::fseek(file.get(), at, SEEK_SET) == 0 && std::fread(head, 8, 1, file.get()) == 1;) {
    const int64_t size =
        int64_t{head[0]} << 24 | int64_t{head[1]} << 16 | int64_t{head[2]} << 8 | int64_t{head[3]};
    if (size < 8 || at + size > all) break;
    at += size;
    if (std::memcmp(head + 4, "moof", 4) != 0) whole = at;
  }
  return whole;
}

std::vector<std::string> ffmpeg_command(const std::string& file, bool gif, const FilmOptions& options) {
  std::vector<std::string> command = ffmpeg_input(options);
  const std::vector<std::string> output = gif ? gif_output(file) : mp4_output(file, options);
  command.insert(command.end(), output.begin(), output.end());
  return command;
}

class EncodedFilm final : public Film {
 public:
  EncodedFilm(const std::string& path, bool gif, FilmOptions options)
      : path_(path),
        gif_(gif),
        in_pieces_(options.in_pieces && !gif),
        part_(path, Begin::kPart),
        said_(std::tmpfile()) {
    if (gif && options.frames_per_second > kMostGifRate) {
      kept_ = kMostGifRate / options.frames_per_second;
      options.frames_per_second = kMostGifRate;
    }
    start(ffmpeg_command(part_.part(), gif, options));
  }

  ~EncodedFilm() override {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    (void)end();
  }

  void add(const Image& picture) override {
    // Skips pictures that a GIF with a lower rate has no time for.
    if (static_cast<double>(pictures_) > kept_ * static_cast<double>(given_++)) return;
    ++pictures_;
    const uint8_t* at = picture.rgb.data();
    size_t left = picture.rgb.size();
    while (left > 0) {
      const ssize_t written = ::write(pipe_, at, left);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      at += written;
      left -= static_cast<size_t>(written);
    }
  }

  void finish() override {
    if (!end()) fail();
    check_file();
    if (!in_pieces_ || !join_pieces()) part_.put_in_place();
  }

  int64_t keep_rest() override {
    if (child_ > 0) (void)end();
    if (in_pieces_ && ::truncate(part_.part().c_str(), whole_bytes(part_.part())) != 0) return 0;
    const int64_t pictures = pictures_in(part_.part());
    if (pictures > 0) part_.put_in_place();
    return pictures;
  }

 private:
  void start(const std::vector<std::string>& words) {
    int ends[2];
    if (!said_ || pipe2(ends, O_CLOEXEC) != 0)
      throw RunError(fmt::format("cannot start ffmpeg: {}.", std::strerror(errno)));
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int error = spawn(words, ends[0], nowhere);
    close(nowhere);
    close(ends[0]);
    pipe_ = ends[1];
    if (error == 0) return;
    close(pipe_);
    if (error != ENOENT) throw RunError(fmt::format("cannot start ffmpeg: {}.", std::strerror(error)));
    throw RunError(
        "a film needs ffmpeg, which is not installed: `apt install ffmpeg`, for the program of the Python "
        "package "
        "also `pip install imageio-ffmpeg`; or write pictures with --output frames/%05d.png");
  }

  /// Starts ffmpeg as child_. @returns 0, or the error number.
  int spawn(std::vector<std::string> words, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(said_.get()), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A process group of its own protects ffmpeg from Ctrl-C, which stops the flock; ffmpeg completes the film so far.
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error =
        posix_spawnp(&child_, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) child_ = -1;
    return error;
  }

  /// Waits for ffmpeg to finish. @returns whether it succeeded.
  bool end() {
    if (pipe_ >= 0) close(pipe_);
    pipe_ = -1;
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// Reads the film back, without decoding, because ffmpeg does not check that its last writes succeed.
  void check_file() {
    const int64_t found = pictures_in(part_.part());
    if (found != pictures_)
      throw RunError(fmt::format(
          "cannot write {}: of its {} pictures {} are in the file that ffmpeg left; is the disk full?", path_,
          pictures_, found));
  }

  /// Number of complete pictures in a film; fewer than were added if the film cannot be read to the end.
  int64_t pictures_in(const std::string& file) {
    const File packets(std::tmpfile());
    if (!packets) throw RunError(fmt::format("cannot read {} back: {}", path_, std::strerror(errno)));
    const bool read =
        run_ffmpeg({"-i", "file:" + file, "-map", "0:v", "-c", "copy", "-f", "framecrc", "pipe:1"},
                   fileno(packets.get()));
    int64_t found = 0;
    std::rewind(packets.get());
    for (char line[512]; std::fgets(line, sizeof line, packets.get());) found += line[0] != '#';
    // A complete GIF ends with a semicolon; otherwise its last picture may be cut.
    const File film = open_to_read(file);
    const bool ends = !gif_ || (std::fseek(film.get(), -1, SEEK_END) == 0 && std::fgetc(film.get()) == ';');
    return read && ends ? found : std::max<int64_t>(std::min(found - (ends ? 0 : 1), pictures_ - 1), 0);
  }

  /// Joins the pieces of an MP4, because some players do not show the length of a film in pieces. @returns false if the film stays in pieces.
  bool join_pieces() {
    try {
      OutputFile whole(path_, Begin::kPart);
      const bool joined = run_ffmpeg({"-y", "-i", "file:" + part_.part(), "-c", "copy", "-movflags",
                                      "+faststart", "-f", "mp4", "file:" + whole.part()},
                                     fileno(said_.get()));
      if (!joined || pictures_in(whole.part()) != pictures_) return false;
      whole.put_in_place();
      return true;
    } catch (const RunError&) {
      return false;
    }
  }

  /// Runs ffmpeg without input. @returns whether it succeeds. @throws RunError when it does not start.
  bool run_ffmpeg(std::vector<std::string> words, int output) {
    const std::vector<std::string> first{ffmpeg_program(), "-hide_banner", "-loglevel", "error", "-nostdin"};
    words.insert(words.begin(), first.begin(), first.end());
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int error = nothing < 0 ? errno : spawn(std::move(words), nothing, output);
    if (nothing >= 0) close(nothing);
    if (error != 0) throw RunError(fmt::format("cannot read {} back: {}", path_, std::strerror(error)));
    return end();
  }

  [[noreturn]] void fail() {
    if (child_ > 0) (void)end();
    std::rewind(said_.get());
    std::string reason;
    for (char line[512]; std::fgets(line, sizeof line, said_.get());) {
      if (line[0] != '\n') reason = line;
    }
    while (!reason.empty() && reason.back() == '\n') reason.pop_back();
    throw RunError(fmt::format("ffmpeg cannot write {}: {}", path_,
                               reason.empty() ? "it stopped without a word" : reason));
  }

  NoPipeSignal no_pipe_signal_;
  std::string path_;
  bool gif_, in_pieces_;
  double kept_ = 1.0;  // share of the pictures that a GIF keeps
  int64_t given_ = 0, pictures_ = 0;
  OutputFile part_;  // file for ffmpeg; a missing folder is reported early
  File said_;        // messages of ffmpeg
  pid_t child_ = -1;
  int pipe_ = -1;
};

}  // namespace

std::unique_ptr<Film> make_mp4(const std::string& path, const FilmOptions& options) {
  if (options.width % 2 != 0 || options.height % 2 != 0) {
    throw UserError(fmt::format("--size {}x{}: an MP4 has even sizes; write {}x{}, or render to PNG",
                                options.width, options.height, options.width + options.width % 2,
                                options.height + options.height % 2));
  }
  return std::make_unique<EncodedFilm>(path, false, options);
}

std::unique_ptr<Film> make_gif(const std::string& path, const FilmOptions& options) {
  return std::make_unique<EncodedFilm>(path, true, options);
}

}  // namespace murmur
