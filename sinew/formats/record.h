// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/recorder.h>
#include <sinew/studies/measures.h>
#include <sinew/studies/simulate.h>

namespace sinew {

struct RecordOptions {
    std::string file{};
    double every = 0;                ///< time between frames, from the start on; 0: a frame per step
    std::vector<Measure> outputs{};  ///< by their names; they may look back over the run
    std::string model{};        ///< as text; as a model file (json_model.h) if empty, so that it opens alone
    std::string options{};      ///< how it was run, as text
    double commit_every = 0.2;  ///< see RecorderOptions
    bool sync = true, overwrite = false;
};

/// Simulates and records: frames, outputs, handlers' events, statistics, and at every step where the run can go on. A
/// run that fails, is cancelled or killed leaves a recording that can be resumed. Throws FileError if it can not be
/// written; faults of the start leave no file.
SimulationReport record(const System& system, const State& start, SimulationOptions options,
                        const RecordOptions& how);

/// Goes on with a run that was left off, given the same options, until options.until. With a one-step method the
/// recording is then, frame by frame and bit by bit, that of a run that was never stopped. With methods that remember
/// earlier steps, it goes on from the last checkpoint, and frames beyond it are taken anew.
SimulationReport resume(const System& system, SimulationOptions options, const RecordOptions& how);

}  // namespace sinew
