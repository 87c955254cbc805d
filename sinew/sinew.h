// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sinew: describe a Model, compile it to a System, set a State, ask. Every compiler of yours reads this; what few need
// has headers of its own: studies/variational.h, studies/real_time.h, integrators/point_masses.h.

#include <sinew/base/error.h>
#include <sinew/formats/record.h>
#include <sinew/formats/recording.h>
#include <sinew/spatial/mass_rules.h>
#include <sinew/state/save.h>
#include <sinew/studies/assemble.h>
#include <sinew/studies/diagnose.h>
#include <sinew/studies/equilibrate.h>
#include <sinew/studies/invert.h>
#include <sinew/studies/measures.h>
#include <sinew/studies/modes.h>
#include <sinew/studies/simulate.h>
#include <sinew/studies/track.h>
#include <sinew/system/constraints.h>
#include <sinew/system/contacts.h>
#include <sinew/system/derivatives.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/forces.h>
#include <sinew/system/impulse.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/loops.h>
#include <sinew/system/model.h>
#include <sinew/system/momentum.h>
#include <sinew/system/motions.h>
#include <sinew/system/one_way.h>
#include <sinew/system/postures.h>
#include <sinew/system/project.h>
#include <sinew/system/reactions.h>
#include <sinew/system/realize.h>
#include <sinew/system/relax.h>
#include <sinew/system/system.h>
#include <sinew/version.h>
