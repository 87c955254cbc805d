// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// storm READER COUNT SEED FOLDER: reads COUNT inputs, each a file of FOLDER damaged in one to eight ways, by a reader.
// Input i of a seed is always the same. One that crashes the reader, or takes over ten seconds, is written to
// storm_READER in the working directory and ends the program.

#include <sinew/formats/text_file.h>
#include <tests/support/readers.h>

#include <fcntl.h>
#include <unistd.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace {

using namespace sinew;

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers everywhere, from any start.
struct Random {
    std::uint64_t state;
    std::uint64_t next() {
        std::uint64_t z = state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t n) { return n ? static_cast<std::size_t>(next() % n) : 0; }
};

constexpr std::array<std::string_view, 24> odd = {
    "0",    "-1",  "1e308", "-1e-320", "nan",  "inf", "2147483648", "9223372036854775807",
    "0x10", "1,5", "",      "\xff",    "\xc3", "\"",  "<",          ">",
    "/>",   "{",   "[",     "\\u0000", "&lt;", "-",   "\n",         "1e"};

/// The words of a text, which damage elsewhere may repeat.
std::vector<std::string> words_of(const std::vector<std::string>& texts) {
    std::vector<std::string> words;
    for (const std::string& text : texts)
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i;
            while (end < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
                ++end;
            if (end - i > 1 && end - i < 24) words.push_back(text.substr(i, end - i));
            i = end + 1;
        }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

struct Storm {
    std::vector<std::string> files, words;
    std::uint64_t seed;

    void damage(std::string& text, Random& random) const {
        const std::size_t at = random.below(text.size() + 1), rest = text.size() - at;
        const std::size_t some = std::min(rest, 1 + random.below(random.below(4) ? 6 : 60));
        switch (random.below(9)) {
            case 0:
                if (rest) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
                break;
            case 1:
                if (rest) text[at] = static_cast<char>(random.next());
                break;
            case 2: text.erase(at, some); break;
            case 3: text.insert(at, text.substr(at, some)); break;
            case 4: text.replace(at, some, odd[random.below(odd.size())]); break;
            case 5: text.insert(at, odd[random.below(odd.size())]); break;
            case 6:
                if (!words.empty()) text.replace(at, some, words[random.below(words.size())]);
                break;
            case 7: {  // a piece of another file
                const std::string& other = files[random.below(files.size())];
                text.replace(at, some, other.substr(random.below(other.size()), 1 + random.below(80)));
                break;
            }
            default:
                text.insert(at, text.substr(random.below(text.size() + 1), some));  // a piece from elsewhere
        }
    }

    std::string input(std::uint64_t i) const {
        Random random{seed * 0x2545f4914f6cdd1d + i};
        std::string text = files[random.below(files.size())];
        for (std::size_t times = 1 + random.below(random.below(2) ? 2 : 8); times > 0; --times)
            damage(text, random);
        return text;
    }
};

std::string current, found;  ///< the input that is read, and where it goes if it is the last

/// Keeps the input, by nothing but what a signal's handler may call.
extern "C" void keep_input(int) {
    const int file = ::open(found.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const bool kept = ::write(file, current.data(), current.size()) == static_cast<ssize_t>(current.size());
    constexpr std::string_view said = "storm: the reader did not survive an input; it is in ";
    if (kept && ::write(2, said.data(), said.size()) > 0 && ::write(2, found.data(), found.size()) > 0)
        ::_exit(1);
    ::_exit(3);
}

const std::map<std::string, void (*)(std::string_view)> readers = {
    {"json", testing::try_json}, {"urdf", testing::try_urdf},
    {"sdf", testing::try_sdf},   {"mjcf", testing::try_mjcf},
    {"obj", testing::try_obj},   {"stl", testing::try_stl},
    {"vtp", testing::try_vtp},   {"recording", testing::try_recording}};

}  // namespace

int main(int count, char** arguments) {
    if (count != 5 || !readers.count(arguments[1])) {
        std::fprintf(stderr, "storm: say storm READER COUNT SEED FOLDER\n");
        return 2;
    }
    const std::string name = arguments[1];
    const std::uint64_t inputs = std::strtoull(arguments[2], nullptr, 10),
                        seed = std::strtoull(arguments[3], nullptr, 10);
    Storm storm{{}, {}, seed};
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(arguments[4]))
        names.push_back(entry.path().string());
    std::sort(names.begin(), names.end());
    for (const std::string& file : names) storm.files.push_back(read_text_file(file));
    storm.words = words_of(storm.files);

    found = "storm_" + name;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM})
        std::signal(signal, keep_input);
    const rlimit most{std::uint64_t{2} << 30, std::uint64_t{2} << 30};  // bytes
    setrlimit(RLIMIT_AS, &most);
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < inputs; ++i) {
        current = storm.input(i);
        if (i % 64 == 0) ::alarm(10);
        readers.at(name)(current);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s: %llu inputs, seed %llu, %.0f s, none crashed the reader\n", name.c_str(),
                static_cast<unsigned long long>(inputs), static_cast<unsigned long long>(seed), seconds);
    return 0;
}
