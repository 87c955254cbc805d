// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/numbers.h>
#include <sinew/formats/vtk_arrays.h>

#include <zlib.h>

#include <bit>
#include <cstring>

namespace sinew {

namespace {

constexpr std::uint64_t most_bytes = 240'000'000;  ///< that an array may take

[[noreturn]] void refuse(const xml::Element& array, const std::string& why) {
    throw FileError(to_text(array.place()) + ": " + array.label() + ": " + why);
}

/// Bytes one after the other, either as they are or from base64. Padding may come between two pieces.
class Bytes {
public:
    Bytes(std::string_view from, bool base64, const xml::Element& array)
        : from_(from), base64_(base64), array_(array) {}

    std::string take(std::uint64_t count) {
        if (count > most_bytes) refuse(array_, "more than 240 MB of numbers.");
        if (!base64_) {
            if (count > from_.size()) cut_off();
            const std::string taken(from_.substr(0, count));
            from_.remove_prefix(count);
            return taken;
        }
        while (ready_.size() < count)
            if (!decode()) cut_off();
        std::string taken = ready_.substr(0, count);
        ready_.erase(0, count);
        return taken;
    }

private:
    [[noreturn]] void cut_off() const { refuse(array_, "its data is cut off."); }

    static int value_of(char c) {
        if (c >= 'A' && c <= 'Z') return c - 'A';
        if (c >= 'a' && c <= 'z') return c - 'a' + 26;
        if (c >= '0' && c <= '9') return c - '0' + 52;
        return c == '+' ? 62 : c == '/' ? 63 : -1;
    }
    /// Four characters, as one to three bytes.
    bool decode() {
        int digits[4] = {}, count = 0, padding = 0;
        while (count < 4) {
            if (from_.empty()) return false;
            const char c = from_.front();
            from_.remove_prefix(1);
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
            if (c == '=') ++padding;
            else if (value_of(c) < 0 || padding > 0) refuse(array_, "its data is not base64.");
            digits[count++] = c == '=' ? 0 : value_of(c);
        }
        const int all = digits[0] << 18 | digits[1] << 12 | digits[2] << 6 | digits[3];
        for (int i = 0; i < 3 - padding; ++i) ready_ += static_cast<char>(all >> (16 - 8 * i) & 0xff);
        return padding < 3;
    }

    std::string_view from_;
    bool base64_;
    const xml::Element& array_;
    std::string ready_{};
};

std::uint64_t whole(std::string_view bytes, bool big_endian) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[big_endian ? i : bytes.size() - 1 - i]);
        value = value << 8 | byte;
    }
    return value;
}

std::string inflated(std::string_view from, std::uint64_t size, const xml::Element& array) {
    std::string out(size, '\0');
    uLongf length = static_cast<uLongf>(size);
    const int status =
        uncompress(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(from.data()),
                   static_cast<uLong>(from.size()));
    if (status != Z_OK || length != size) refuse(array, "its compressed data is damaged.");
    return out;
}

std::string contents(Bytes& bytes, const VtkEncoding& encoding, const xml::Element& array) {
    const std::size_t width = encoding.wide_header ? 8 : 4;
    const auto next = [&] { return whole(bytes.take(width), encoding.big_endian); };
    if (!encoding.compressed) return bytes.take(next());
    const std::uint64_t blocks = next(), block = next(), last = next();
    if (blocks > most_bytes / width || block > most_bytes || last > most_bytes ||
        (blocks > 1 && block > most_bytes / blocks))
        refuse(array, "more than 240 MB of numbers.");
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t i = 0; i < blocks; ++i) sizes.push_back(next());
    std::string all;
    for (std::uint64_t i = 0; i < blocks; ++i) {
        const std::uint64_t size = i + 1 == blocks && last > 0 ? last : block;
        const std::string squeezed = bytes.take(sizes[i]);
        if (size > 2'000 * (squeezed.size() + 1))
            refuse(array, "its compressed data can not hold what it claims.");
        all += inflated(squeezed, size, array);
    }
    return all;
}

double number_of(std::string_view bytes, const std::string& type, bool big_endian) {
    const std::uint64_t bits = whole(bytes, big_endian);
    if (type == "Float32") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == "Float64") return std::bit_cast<double>(bits);
    if (type.starts_with("UInt")) return static_cast<double>(bits);
    const int unused = static_cast<int>(64 - 8 * bytes.size());
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

std::size_t width_of(const std::string& type) {
    for (const auto& [name, width] : {std::pair{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}})
        for (const char* kind : {"Int", "UInt", "Float"})
            if (type == std::string(kind) + name && type != "Float8" && type != "Float16")
                return static_cast<std::size_t>(width);
    return 0;
}

void use(const VtkEncoding& encoding, std::size_t numbers, const xml::Element& array) {
    if (numbers > encoding.numbers_left) refuse(array, "more than 30 million numbers in the file.");
    encoding.numbers_left -= numbers;
}

std::vector<double> from_text(const xml::Element& array) {
    std::vector<double> numbers;
    std::string_view rest = array.text().text();
    constexpr std::string_view white = " \t\r\n";
    for (std::size_t at = rest.find_first_not_of(white); at != std::string_view::npos;
         at = rest.find_first_not_of(white)) {
        rest.remove_prefix(at);
        const std::string_view word = rest.substr(0, rest.find_first_of(white));
        const ParsedNumber parsed = parse_number(word);
        if (!parsed.fault.empty()) refuse(array, sinew::quoted(word) + " " + parsed.fault);
        numbers.push_back(parsed.value);
        rest.remove_prefix(word.size());
    }
    return numbers;
}

}  // namespace

std::vector<double> vtk_numbers(const xml::Element& array, const VtkEncoding& encoding) {
    const std::string format = array.attribute("format").word("ascii"),
                      type = array.attribute("type").word("Float32");
    if (format == "ascii") return from_text(array);
    const std::size_t width = width_of(type);
    if (width == 0) refuse(array, "type=" + sinew::quoted(type) + " is not one of VTK's numbers.");
    std::string_view from = array.text().text();
    if (format == "appended") {
        const ParsedNumber offset = parse_number(array.attribute("offset").word());
        if (!offset.fault.empty() || !(offset.value >= 0) ||
            offset.value > static_cast<double>(encoding.appended.size()))
            refuse(array, "its offset leads out of the appended data.");
        from = encoding.appended.substr(static_cast<std::size_t>(offset.value));
    } else if (format != "binary") {
        refuse(array, "format=" + sinew::quoted(format) + " is not known. Known: ascii, binary, appended.");
    }
    Bytes bytes(from, format == "binary" || !encoding.appended_raw, array);
    const std::string all = contents(bytes, encoding, array);
    if (all.size() % width != 0) refuse(array, "its data ends in the middle of a number.");
    use(encoding, all.size() / width, array);
    std::vector<double> numbers;
    numbers.reserve(all.size() / width);
    for (std::size_t at = 0; at < all.size(); at += width)
        numbers.push_back(number_of(std::string_view(all).substr(at, width), type, encoding.big_endian));
    return numbers;
}

}  // namespace sinew
