// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/recording.h>
#include <sinew/formats/report.h>
#include <sinew/studies/call.h>
#include <sinew/studies/simulate.h>

#include <cstdint>
#include <string>

namespace sinew {

/// What keeps a page from being shown: what() says why and what can be done.
struct ViewError : Error {
    using Error::Error;
};

struct ViewOptions {
    std::string title{};
    std::uint16_t port = 0;     ///< on loopback; 0: any free one
    bool open_browser = false;  ///< with xdg-open, as soon as the page is there
    bool start_paused = false;
    double speed = 1;               ///< time of the model per second of the clock; 0: as fast as it goes
    double frames_per_second = 60;  ///< States shown per second of the model's time
    bool until_closed = true;       ///< goes on serving after the end of the run, until stop() says so
    Call<void(const std::string&)> ready{};  ///< told the address, token included, when a browser may come
    Call<bool()> stop{};                     ///< asked a few times per second; true: end now
};

/// Simulates while a browser on this machine watches: play, pause, step, scrub back. Serves the report's page and a
/// WebSocket on 127.0.0.1 only, to requests that carry a random token and come from that page. Returns how the run
/// went.
SimulationReport serve_view(const System& system, const State& start, SimulationOptions run,
                            const ViewOptions& options = {});
/// Serves a report of a recording in the same way, until stop() says so.
void serve_view(const System& system, const Recording& recording, const ViewOptions& options = {});

}  // namespace sinew
