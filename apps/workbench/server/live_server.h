// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace sinew {

/// Serves one page, and the frames of a run to it, on 127.0.0.1. Every request must carry the token, name this server
/// as its host, and, if a page made it, come from this server's own. All happens in wait(), in the caller's thread.
class LiveServer {
public:
    /// Port 0: any that is free. Throws ViewError if there is none.
    LiveServer(std::uint16_t port, std::string page);
    ~LiveServer();
    LiveServer(const LiveServer&) = delete;
    LiveServer& operator=(const LiveServer&) = delete;

    /// Where a browser finds the page, token included.
    std::string address() const;

    /// What whoever comes is told first; in JSON.
    void set_head(std::string head);
    /// Further frames, for all who watch and for those who come later.
    void push(std::span<const double> row);
    /// The springs of meshes that press at a time (x, y, z and pressure of each) on triangles of a size: for all who
    /// watch now.
    void tell_springs(double t, double size, std::span<const double> springs);
    /// How the run stands, in words.
    void tell(const std::string& words, bool running);

    /// Answers requests for so many seconds.
    void wait(double seconds);
    /// What somebody who watches asked for since the last call: "run", "pause", "step".
    std::optional<std::string> take_command();

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

/// 128 random bits as hexadecimal digits, from the operating system.
std::string random_token();

}  // namespace sinew
